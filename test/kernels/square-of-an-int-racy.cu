// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/square-of-an-int-racy.cu:11)
// expect: possible inter-block-race line 11 with line 11
// As square-that-wraps-racy.cu, of signed numbers. C++ leaves it open what such a square is, and GPUs have it wrap.
#include <cuda_runtime.h>

__global__ void squares(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int square = i * i;
  float part = square / 3 * 0.5f;
  out[i % 65536] = part;
}

void fill_signed_squares(float *out, int n) { squares<<<(n + 255) / 256, 256>>>(out, n); }
