// All groups write the same row of pixels.
// expect: inter-block-race line 6 with line 6
// launch: grid 4 block 64
kernel void paint(write_only image2d_t image) {
  int2 place = (int2)(get_local_id(0), 0);
  write_imagef(image, place, (float4)(get_group_id(0)));
}
