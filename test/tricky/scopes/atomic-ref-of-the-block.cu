// The reference has the scope of the device.
// expect: race-free
// launch: grid 4 block 64
#include <cuda/atomic>
__global__ void count(int *total) {
  cuda::atomic_ref<int, cuda::thread_scope_device> counter(*total);
  counter.fetch_add(1, cuda::memory_order_relaxed);
}
