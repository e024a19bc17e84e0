// The token is that of the phase before the copy was begun.
// expect: racy
// launch: grid 1 block 128
#include <cuda/barrier>
__global__ void copy(const float *in, float *out) {
  __shared__ float tile[128];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  auto early = bar.arrive();
  bar.wait(early);
  cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(float), bar);
  auto late = bar.arrive();
  bar.wait(early);
  out[threadIdx.x] = tile[127 - threadIdx.x];
  bar.wait(late);
}
