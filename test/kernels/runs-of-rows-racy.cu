// The planes lie one row too near to each other: the last run of one goes on into the next.
// expect: inter-block-race line 10 with line 10
#include <cuda_runtime.h>

__global__ void copy_runs(float *out, unsigned n, unsigned width) {
  const unsigned first = blockIdx.x * 64;
  if (first >= n) return;
  const unsigned rows = n - first < 64 ? n - first : 64;
  const size_t base = ((size_t)blockIdx.y * (n - 1) + first) * width;
  for (unsigned i = threadIdx.x; i < rows * width; i += blockDim.x) out[base + i] = blockIdx.y;
}

void launch(float *out, unsigned n, unsigned width) {
  copy_runs<<<dim3((n + 63) / 64, 4), 256>>>(out, n, width);
}
