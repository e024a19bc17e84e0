// The hand-over of a GEMM's tiles as it is written where global loads are to stay under way: a wait for LDS alone, then the
// bare barrier.
// launch: grid 16 block 256
// expect: race-free
// assuming: compiler moves no access to LDS
#include <hip/hip_runtime.h>

__device__ inline void sync_lds() {
  asm volatile(R"(
    s_waitcnt lgkmcnt(0)
    s_barrier)" ::);
}

__global__ void __launch_bounds__(256) row_sums(const float *__restrict__ in, float *__restrict__ out, int steps) {
  __shared__ float tile[256];
  int t = threadIdx.x;
  float sum = 0;
  for (int s = 0; s < steps; s++) {
    tile[t] = in[s * 256 + t];
    sync_lds();
    for (int k = 1; k < 4; k++)
      sum += tile[(t + 64 * k) % 256];
    sync_lds();
  }
  out[blockIdx.x * 256 + t] = sum;
}
