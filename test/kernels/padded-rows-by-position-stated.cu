// expect: race-free
// gpurace: assume padding >= 0
__global__ void pack(unsigned char *out, const unsigned char *in, int padding, int width, int height) {
  int pixel = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
  if (pixel >= width * height) return;
  int row = pixel / width;
  unsigned char *to = out + pixel * 3 + padding * row;
  to[0] = in[pixel];
  to[1] = in[pixel] / 2;
  to[2] = in[pixel] / 4;
}
