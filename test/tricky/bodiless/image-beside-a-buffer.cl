// Image and buffer are written in places of the item's own.
// expect: race-free
// launch: grid 1 block 64
kernel void paint(write_only image2d_t image, global float *sums) {
  int x = get_global_id(0);
  write_imagef(image, (int2)(x, 0), (float4)(x));
  sums[x] = x;
}
