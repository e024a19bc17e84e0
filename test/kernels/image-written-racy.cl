// All groups write the same row of pixels. No replay executes images, so that it stays a possibility.
// expect: possible inter-block-race line 7 with line 7
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/image-written-racy.cl:7)
// launch: grid 4 block 64
kernel void paint(write_only image2d_t image) {
  int2 place = (int2)(get_local_id(0), 0);
  write_imagef(image, place, (float4)(get_group_id(0)));
}
