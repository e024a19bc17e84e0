// Behind the wait LDS is written once more, which the bare barrier does not wait for.
// launch: grid 4 block 128
// expect: inconclusive: __builtin_amdgcn_s_barrier without a fence that releases before it and one that acquires behind it, or a wait for LDS right before it (test/kernels/lds-wait-too-early.hip:14); a possible intra-block-race was neither proved nor ruled out (test/kernels/lds-wait-too-early.hip:13)
// expect: possible intra-block-race line 13 with line 15
#include <hip/hip_runtime.h>

__global__ void turn(const int *__restrict__ in, int *__restrict__ out) {
  __shared__ int tile[256];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  tile[t] = in[i];
  asm volatile("s_waitcnt lgkmcnt(0)" ::: "memory");
  if (t < 127)
    tile[t + 128] = i;
  __builtin_amdgcn_s_barrier();
  out[i] = tile[255 - t];
}
