// The image is only read; the buffer is written by two items in each place: 0 and 1 both write out[0].
// expect: racy line 8 with line 8
// launch: grid 1 block 64
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void sample(read_only image2d_t image, global float *out) {
  int x = get_global_id(0);
  float4 pixel = read_imagef(image, nearest, (int2)(x, 0));
  out[x / 2] = pixel.x;
}
