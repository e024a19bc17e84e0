// expect: barrier-divergence line 10
// Whether a row is in a plane says nothing of the barrier, which the last rows do not reach; the witness must not divide by zero all the same.
#include <cuda_runtime.h>
__global__ void rows(float *out, int count, int heads, int width) {
  __shared__ float sums[256];
  const int row = blockIdx.x * 4 + threadIdx.x / 64;
  const int plane = row / (heads * width);
  if (row < count) {
    sums[threadIdx.x] = plane;
    __syncthreads();
    out[row * 64 + threadIdx.x % 64] = sums[threadIdx.x ^ 1];
  }
}
void run(float *out, int count, int heads, int width) {
  rows<<<(count + 3) / 4, 256>>>(out, count, heads, width);
}
