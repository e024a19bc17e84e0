// A tile that was stored by a bulk copy is loaded again when it is there.
// expect: race-free
// assuming: fence.proxy.async
// launch: grid 1 block 128
#include "ptx.cuh"
__global__ void again(float *data, float *out) {
  __shared__ alignas(128) float tile[128];
  int t = threadIdx.x;
  tile[t] = t;
  fence_async();
  __syncthreads();
  if (t == 0) {
    bulk_store(data, tile, 512);
    bulk_commit();
    bulk_wait();
  }
  __syncthreads();
  out[t] = data[127 - t];
}
