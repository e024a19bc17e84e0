// The copies begin behind the call that binds those before it.
// expect: async-copy-race line 13 with line 16
// launch: grid 4 block 64
#include "mbarrier.cuh"

__global__ void shifted(const float4 *in, float *out, int n) {
  __shared__ float4 tile[64];
  __shared__ uint64_t bar;
  int t = threadIdx.x;
  if (t == 0) mbar_init(&bar, 64);
  __syncthreads();
  copies_hold(&bar);
  copy_16(&tile[t], &in[blockIdx.x * 64 + t]);
  mbar_arrive(&bar);
  mbar_wait(&bar, 0);
  out[blockIdx.x * 64 + t] = tile[63 - t].x;
}
