// The fence has the scope of the device.
// expect: race-free
// launch: grid 4 block 64
#include <cuda/atomic>
__global__ void hand(int *data, int *ready, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
    atomicExch(ready, 1);
  } else {
    while (atomicAdd(ready, 0) == 0) {
    }
    __threadfence();
    out[blockIdx.x] = data[0];
  }
}
