// A pixel lies at its number, and at as many paddings as there are rows above it: both grow with the number, but where padding is negative.
// expect: conditional: padding >= 0
// expect: possible inter-block-race line 8 with line 8
__global__ void pack(unsigned char *out, const unsigned char *in, int padding, int width, int height) {
  int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  if (pixel >= width * height) return;
  int row = pixel / width;
  out[pixel + padding * row] = in[pixel];
}
