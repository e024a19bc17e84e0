// expect: race-free
// A flag of the standard library as a lock, and a number that is stored by assignment.
#include <cuda/std/atomic>
__global__ void counted(cuda::std::atomic_flag *lock, int *count) {
  if (threadIdx.x == 0) {
    while (lock->test_and_set(cuda::std::memory_order_acquire)) {
    }
    *count += 1;
    lock->clear(cuda::std::memory_order_release);
  }
}
__global__ void assigned(cuda::atomic<int, cuda::thread_scope_device> *state, int *out) {
  *state = 1;
  if (blockIdx.x == 0) out[threadIdx.x] = state->load();
}
void run(cuda::std::atomic_flag *lock, int *count, cuda::atomic<int, cuda::thread_scope_device> *state) {
  counted<<<4, 32>>>(lock, count);
  assigned<<<4, 32>>>(state, count);
}
