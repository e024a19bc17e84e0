// The fence is one for shared memory, and the bulk copy reads global memory.
// expect: proxy-fence-race line 12 with line 17
// launch: grid 4 block 64
#include "mbarrier.cuh"

__global__ void turned(float *data, float *out) {
  __shared__ alignas(16) float tile[64];
  __shared__ uint64_t full;
  int t = threadIdx.x;
  if (t == 0) mbar_init(&full, 1);
  float *mine = data + blockIdx.x * 64;
  mine[t] = t;
  async_fence_shared();
  __syncthreads();
  if (t == 0) {
    mbar_arrive_expect(&full, sizeof(tile));
    load_in_bulk(tile, mine, sizeof(tile), &full);
  }
  mbar_wait(&full, 0);
  out[blockIdx.x * 64 + t] = tile[63 - t];
}
