// expect: scoped-lock-race line 8 with line 8
// The flag is taken and cleared in an order that orders nothing else.
#include <cuda/std/atomic>
__global__ void counted(cuda::std::atomic_flag *lock, int *count) {
  if (threadIdx.x == 0) {
    while (lock->test_and_set(cuda::std::memory_order_relaxed)) {
    }
    *count += 1;
    lock->clear(cuda::std::memory_order_relaxed);
  }
}
void run(cuda::std::atomic_flag *lock, int *count) { counted<<<4, 32>>>(lock, count); }
