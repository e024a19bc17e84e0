// The width is read from a file. Columns and rows are counted without signs, as a width that came as an argument would be.
// expect: race-free
#include <cstdio>
__global__ void shade(float *out, int width) {
  unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * width + x] = x ^ y;
}
int main() {
  unsigned int width, height;
  if (scanf("%u %u", &width, &height) != 2) return 1;
  float *out;
  cudaMalloc(&out, width * height * sizeof(float));
  shade<<<dim3(width / 8, height / 8), dim3(8, 8)>>>(out, width);
}
