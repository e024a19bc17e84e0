// The load takes the address of the first lane that takes part. Which one that is nobody knows here.
// launch: grid 4 block 128
// expect: inconclusive: a load to LDS whose address may differ between the lanes, of which some may not take part (test/kernels/lds-load-some-lanes.hip:10)
#include <hip/hip_runtime.h>

__global__ void pack(const int *__restrict__ in, const int *__restrict__ keep, int *__restrict__ out) {
  __shared__ int tile[128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  if (keep[i])
    __builtin_amdgcn_global_load_lds(in + i, tile + t, 4, 0, 0);
  asm volatile("s_waitcnt vmcnt(0)\n s_waitcnt lgkmcnt(0)\n s_barrier");
  out[i] = tile[127 - t];
}
