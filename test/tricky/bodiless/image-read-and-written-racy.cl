// Item 1 reads pixel 0, which item 0 writes.
// expect: racy
// launch: grid 1 block 64
kernel void blur(read_write image2d_t image) {
  int x = get_global_id(0);
  float4 left = read_imagef(image, (int2)(max(x - 1, 0), 0));
  write_imagef(image, (int2)(x, 0), 0.5f * left);
}
