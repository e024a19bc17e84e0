// `wait_prior<1>` leaves the newer of two copies under way, and that one is read.
// expect: async-copy-race line 14 with line 16
// launch: grid 4 block 128
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void two_stages(const float *data, float *out) {
  __shared__ float part[2][128];
  cg::thread_block block = cg::this_thread_block();
  const float *mine = data + blockIdx.x * 256;
  cg::memcpy_async(block, part[0], mine, sizeof(float) * 128);
  cg::memcpy_async(block, part[1], mine + 128, sizeof(float) * 128);
  cg::wait_prior<1>(block);
  out[blockIdx.x * 128 + threadIdx.x] = part[1][127 - threadIdx.x];
}
