// A thread that drops out is waited for once more, and then no longer.
// expect: race-free
// launch: grid 4 block 256
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void halve(int *data) {
  __shared__ int tile[256];
  __shared__ barrier bar;
  int t = threadIdx.x;
  if (t == 0) init(&bar, 256);
  __syncthreads();
  tile[t] = data[blockIdx.x * 256 + t];
  if (t >= 128) {
    bar.arrive_and_drop();
    return;
  }
  bar.arrive_and_wait();
  data[blockIdx.x * 256 + t] = tile[t + 128];
}
