// Each item writes the pixel of its own place.
// expect: race-free
// launch: grid 4,4 block 8,8
kernel void paint(write_only image2d_t image, global const uint *colours) {
  int2 place = (int2)(get_global_id(0), get_global_id(1));
  write_imageui(image, place, (uint4)(colours[get_global_id(1)]));
}
