// The source of a copy that a block makes together is written while it goes on, by the same thread or another one.
// expect: async-copy-race line 13 with line 14
// launch: grid 4 block 128
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void by_the_block(float *data, float *out) {
  __shared__ float part[128];
  cg::thread_block block = cg::this_thread_block();
  float *mine = data + blockIdx.x * 128;
  cg::memcpy_async(block, part, mine, sizeof(float) * 128);
  mine[threadIdx.x] = 0;
  cg::wait(block);
  out[blockIdx.x * 128 + threadIdx.x] = part[127 - threadIdx.x];
}
