// What a thread reads is written in its own tile of 16.
// expect: race-free
// launch: grid 1 block 64
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void exchange(int *out) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  s[threadIdx.x] = threadIdx.x;
  tile.sync();
  out[threadIdx.x] = s[threadIdx.x ^ 8];
}
