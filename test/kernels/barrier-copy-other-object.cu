// Copies belong to another object than the one at which their threads arrive.
// expect: inconclusive: a copy for a barrier object other than the one at which its thread arrives next (test/kernels/barrier-copy-other-object.cu:14)
// launch: grid 4 block 64
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void shifted(const int *in, int *out, int n) {
  __shared__ int tile[64];
  __shared__ barrier bar[2];
  int t = threadIdx.x;
  if (t < 2) init(&bar[t], blockDim.x);
  __syncthreads();
  for (int k = 0; k < n; k++) {
    if (k == 0) cuda::memcpy_async(&tile[t], &in[blockIdx.x * 64 + t], sizeof(int), bar[(k + 1) % 2]);
    bar[k % 2].arrive_and_wait();
  }
  out[blockIdx.x * 64 + t] = t;
}
