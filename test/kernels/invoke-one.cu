// One thread at a time, with a barrier between the two.
// expect: race-free
// launch: grid 4 block 64
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void turns(int *out) {
  __shared__ int last;
  auto block = cg::this_thread_block();
  cg::invoke_one(block, [&] { last = 1; });
  block.sync();
  cg::invoke_one(block, [&] { last = 2; });
  block.sync();
  out[blockIdx.x * 64 + threadIdx.x] = last;
}
