// What a thread does after it has dropped out nobody waits for.
// expect: intra-block-race line 15 with line 20
// launch: grid 4 block 256
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void halve(int *data) {
  __shared__ int tile[256];
  __shared__ barrier bar;
  int t = threadIdx.x;
  if (t == 0) init(&bar, 256);
  __syncthreads();
  if (t >= 128) {
    bar.arrive_and_drop();
    tile[t] = data[blockIdx.x * 256 + t];
    return;
  }
  tile[t] = 0;
  bar.arrive_and_wait();
  data[blockIdx.x * 256 + t] = tile[t + 128];
}
