// The same with the neighbouring tile's values.
// expect: intra-warp-race line 8 with line 10
// launch: grid 1 block 64
#include <cooperative_groups.h>
__global__ void exchange(int *a) {
  __shared__ int s[64];
  auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
  s[threadIdx.x] = a[threadIdx.x];
  tile.sync();
  a[threadIdx.x] = s[threadIdx.x ^ 15];
}
