// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/square-that-wraps-racy.cu:11)
// expect: possible inter-block-race line 11 with line 11
// The square is no index, and may wrap: it says nothing of how large i is. From 65,536 on elements are written twice.
#include <cuda_runtime.h>

__global__ void squares(float *out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned square = i * i;
  float part = square / 3 * 0.5f;
  out[i % 65536] = part;
}

void fill_squares(float *out, unsigned n) { squares<<<(n + 255) / 256, 256>>>(out, n); }
