// The group is the threads of the branch, and one of them is read.
// expect: race-free
// launch: grid 1 block 32
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void exchange(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 16) {
    cg::coalesced_group active = cg::coalesced_threads();
    active.sync();
    out[threadIdx.x] = s[threadIdx.x];
  }
}
