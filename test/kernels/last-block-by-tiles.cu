// The last block adds up what all have left, in trees that tiles of a warp go down: once behind a fence, and once it is stated that
// nothing of it is in a cache.
// expect: race-free
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ unsigned done = 0;
__device__ float sum_of_warp(float mine, volatile float *s, cg::thread_block_tile<32> tile) {
  unsigned lane = threadIdx.x & 31;
  s[threadIdx.x] = mine;
  cg::sync(tile);
  for (int i = 16; i > 0; i >>= 1) {
    if (lane < i) {
      mine += s[threadIdx.x + i];
      s[threadIdx.x] = mine;
    }
    cg::sync(tile);
  }
  return mine;
}

__device__ bool is_last(unsigned *count) {
  __shared__ bool last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(count, gridDim.x) == gridDim.x - 1;
  __syncthreads();
  return last;
}

__device__ void add_up(const float *in, float *parts, float *out, int n, bool is_fenced) {
  __shared__ float s[64];
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
  int i = blockIdx.x * 64 + threadIdx.x;
  float sum = sum_of_warp(i < n ? in[i] : 0, s, tile);
  if (threadIdx.x % 32 == 0) parts[blockIdx.x * 2 + threadIdx.x / 32] = sum;
  if (!is_last(&done)) return;
  if (is_fenced) __threadfence();
  float mine = 0;
  for (int k = threadIdx.x; k < 2 * gridDim.x; k += 64) mine += parts[k];
  mine = sum_of_warp(mine, s, tile);
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = mine;
  if (threadIdx.x == 0) done = 0;
}

__global__ void with_fence(const float *in, float *parts, float *out, int n) { add_up(in, parts, out, n, true); }

// gpurace: assume fresh(parts)
__global__ void stated(const float *in, float *parts, float *out, int n) { add_up(in, parts, out, n, false); }

void launch(const float *in, float *parts, float *out, int n) {
  with_fence<<<(n + 63) / 64, 64>>>(in, parts, out, n);
  stated<<<(n + 63) / 64, 64>>>(in, parts, out, n);
}
