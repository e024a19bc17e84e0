// The image is written pixel by pixel, but the buffer by two items in each place: 0 and 1 both write sums[0].
// expect: racy line 7 with line 7
// launch: grid 1 block 64
kernel void paint(write_only image2d_t image, global float *sums) {
  int x = get_global_id(0);
  write_imagef(image, (int2)(x, 0), (float4)(x));
  sums[x / 2] = x;
}
