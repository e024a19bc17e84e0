// The group is the threads of the branch, and one of the others is read: thread 0 reads s[31], which thread 31 writes.
// expect: racy line 8 with line 12
// launch: grid 1 block 32
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void exchange(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 16) {
    cg::coalesced_group active = cg::coalesced_threads();
    active.sync();
    out[threadIdx.x] = s[31 - threadIdx.x];
  }
}
