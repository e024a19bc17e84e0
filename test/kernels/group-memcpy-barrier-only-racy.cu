// The barrier of a block does not wait for copies.
// expect: async-copy-race line 13 with line 15
// launch: grid 4 block 128
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void by_the_block(float *data, float *out) {
  __shared__ float part[128];
  cg::thread_block block = cg::this_thread_block();
  float *mine = data + blockIdx.x * 128;
  cg::memcpy_async(block, part, mine, sizeof(float) * 128);
  block.sync();
  out[blockIdx.x * 128 + threadIdx.x] = part[127 - threadIdx.x];
}
