// An atomic object that is one for each thread by itself, counted by all of them.
// expect: intra-block-race line 6 with line 6
// launch: grid 1 block 64
#include <cuda/atomic>
__global__ void count(int *all) {
  cuda::atomic_ref<int, cuda::thread_scope_thread>(*all).fetch_add(1, cuda::memory_order_relaxed);
}
