// Two calls of `invoke_one` may elect two threads, which nothing orders.
// expect: intra-block-race line 11 with line 12
// launch: grid 4 block 64
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void turns(int *out) {
  __shared__ int last;
  auto block = cg::this_thread_block();
  cg::invoke_one(block, [&] { last = 1; });
  cg::invoke_one(block, [&] { last = 2; });
  block.sync();
  out[blockIdx.x * 64 + threadIdx.x] = last;
}
