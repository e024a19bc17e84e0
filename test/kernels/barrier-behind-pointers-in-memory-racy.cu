// Half of the threads wait, whatever the table leads to.
// expect: barrier-divergence line 15
// launch: grid 1 block 64
#include <cuda_runtime.h>

struct Table {
  const float *scale;
};

__global__ void scaled(const Table *tables, float *out) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = tables[0].scale[t % 8];
  if (t < 32) {
    __syncthreads();
    out[t] = tile[t + 32];
  }
}
