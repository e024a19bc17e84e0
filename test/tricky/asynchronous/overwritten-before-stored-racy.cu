// The thread that stores waits until its copy has read; the others do not wait for it.
// expect: racy
// launch: grid 1 block 128
#include "ptx.cuh"
__global__ void store(float *out, int n) {
  __shared__ alignas(128) float tile[128];
  int t = threadIdx.x;
  for (int k = 0; k < n; k++) {
    tile[t] = t * k;
    fence_async();
    __syncthreads();
    if (t == 0) {
      bulk_store(out + k * 128, tile, 512);
      bulk_commit();
      bulk_wait_read();
    }
  }
}
