// Two objects and two tiles take turns.
// expect: race-free
// launch: grid 4 block 256
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void shifted(const int *in, int *out, int n) {
  __shared__ int tile[2][256];
  __shared__ barrier bar[2];
  int t = threadIdx.x;
  if (t < 2) init(&bar[t], blockDim.x);
  __syncthreads();
  for (int k = 0; k < n; k++) {
    cuda::memcpy_async(&tile[k % 2][t], &in[(blockIdx.x * n + k) * 256 + t], sizeof(int), bar[k % 2]);
    bar[k % 2].arrive_and_wait();
    out[(blockIdx.x * n + k) * 256 + t] = tile[k % 2][255 - t];
  }
}
