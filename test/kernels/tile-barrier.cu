// Tiles of eight threads exchange values behind their own barrier.
// expect: race-free
// launch: grid 1 block 64
#include <cooperative_groups.h>
__global__ void exchange(int *a) {
  __shared__ int s[64];
  auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
  s[threadIdx.x] = a[threadIdx.x];
  tile.sync();
  a[threadIdx.x] = s[threadIdx.x ^ 7];
}
