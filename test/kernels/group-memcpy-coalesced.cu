// Threads that happen to be active copy together: who they are is not known.
// expect: inconclusive: an asynchronous copy by a group that is neither a block nor a tile of one (test/kernels/group-memcpy-coalesced.cu:15); a possible async-copy-race was neither proved nor ruled out (test/kernels/group-memcpy-coalesced.cu:15)
// expect: possible async-copy-race line 15 with line 15
// expect: possible async-copy-race line 15 with line 17
// launch: grid 4 block 64
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void by_the_active(const int *data, int *out) {
  __shared__ int part[64];
  if (threadIdx.x < 20) {
    auto active = cg::coalesced_threads();
    cg::memcpy_async(active, part, data + blockIdx.x * 64, sizeof(int) * 64);
    cg::wait(active);
    out[blockIdx.x * 64 + threadIdx.x] = part[threadIdx.x];
  }
}
