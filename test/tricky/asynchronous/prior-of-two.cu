// Two copies are begun, one is waited for, and what that one brings is read.
// expect: race-free
// launch: grid 1 block 128
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void two(const float *a, const float *b, float *out) {
  __shared__ float left[128], right[128];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, left, a, sizeof(left));
  cg::memcpy_async(block, right, b, sizeof(right));
  cg::wait_prior<1>(block);
  out[threadIdx.x] = left[127 - threadIdx.x];
  cg::wait(block);
  out[128 + threadIdx.x] = right[threadIdx.x];
}
