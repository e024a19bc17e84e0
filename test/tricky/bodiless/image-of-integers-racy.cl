// All items of a column write its pixel, item (0, 0) and item (0, 1) among them.
// expect: racy
// launch: grid 4,4 block 8,8
kernel void paint(write_only image2d_t image, global const uint *colours) {
  int2 place = (int2)(get_global_id(0), 0);
  write_imageui(image, place, (uint4)(colours[get_global_id(1)]));
}
