// Who moves which element is open: a thread may not even read the one at its own rank.
// expect: async-copy-race line 12 with line 13
// launch: grid 4 block 64
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void own_element(const int *data, int *out) {
  __shared__ int part[64];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, part, data + blockIdx.x * 64, sizeof(int) * 64);
  out[blockIdx.x * 64 + threadIdx.x] = part[threadIdx.x];
  cg::wait(block);
}
