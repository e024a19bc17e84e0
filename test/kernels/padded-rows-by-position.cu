// A pixel's bytes lie at its number times three, and at as many paddings as there are rows above it: both grow with the number.
// expect: conditional: padding >= 0
// expect: possible inter-block-race line 9 with line 9
__global__ void pack(unsigned char *out, const unsigned char *in, int padding, int width, int height) {
  int pixel = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
  if (pixel >= width * height) return;
  int row = pixel / width;
  unsigned char *to = out + pixel * 3 + padding * row;
  to[0] = in[pixel];
  to[1] = in[pixel] / 2;
  to[2] = in[pixel] / 4;
}
