// The reference has the scope of a block, and the counter is that of all blocks.
// expect: racy line 7 with line 7
// launch: grid 4 block 64
#include <cuda/atomic>
__global__ void count(int *total) {
  cuda::atomic_ref<int, cuda::thread_scope_block> counter(*total);
  counter.fetch_add(1, cuda::memory_order_relaxed);
}
