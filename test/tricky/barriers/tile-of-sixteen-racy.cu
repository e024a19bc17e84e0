// A tile of 16 waits for itself: thread 0 reads s[16], which thread 16 of the next tile writes.
// expect: racy line 9 with line 11
// launch: grid 1 block 64
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void exchange(int *out) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  s[threadIdx.x] = threadIdx.x;
  tile.sync();
  out[threadIdx.x] = s[threadIdx.x ^ 16];
}
