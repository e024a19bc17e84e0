// The threads arrive, and do not wait for the phase.
// expect: async-copy-race line 13 with line 15
// launch: grid 4 block 256
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void shifted(const int *in, int *out) {
  __shared__ int tile[256];
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  int t = threadIdx.x;
  cuda::memcpy_async(&tile[t], &in[blockIdx.x * 256 + t], sizeof(int), bar);
  bar.arrive();
  out[blockIdx.x * 256 + t] = tile[255 - t];
}
