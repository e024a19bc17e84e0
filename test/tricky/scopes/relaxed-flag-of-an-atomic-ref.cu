// The store releases, and the load acquires.
// expect: race-free
// launch: grid 4 block 64
#include <cuda/atomic>
__global__ void hand(int *data, int *ready, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(*ready);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    flag.store(1, cuda::memory_order_release);
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    out[blockIdx.x] = data[0];
  }
}
