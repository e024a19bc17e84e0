// Each item reads the pixel that it writes.
// expect: race-free
// launch: grid 1 block 64
kernel void blur(read_write image2d_t image) {
  int x = get_global_id(0);
  float4 left = read_imagef(image, (int2)(x, 0));
  write_imagef(image, (int2)(x, 0), 0.5f * left);
}
