// In the last rounds no group is closed any more, and a wait for all but the newest leaves the one that is read.
// expect: racy
// launch: grid 2 block 128
#include "ptx.cuh"
__global__ void tail(const float4 *in, float4 *out, int n) {
  __shared__ float4 tile[2][128];
  int t = threadIdx.x;
  cp_async16(&tile[0][t], &in[t]);
  cp_async_commit();
  for (int k = 0; k < n; k++) {
    if (k + 1 < n) {
      cp_async16(&tile[(k + 1) & 1][t], &in[(k + 1) * 128 + t]);
      cp_async_commit();
    }
    cp_async_wait<1>();
    __syncthreads();
    out[(blockIdx.x * n + k) * 128 + t] = tile[k & 1][127 - t];
    __syncthreads();
  }
}
