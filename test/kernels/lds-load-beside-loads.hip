// The count leaves one operation, and that is the load of the scale if the compiler keeps it behind the other one: nobody
// says so.
// launch: grid 8 block 128
// expect: inconclusive: a possible async-copy-race was neither proved nor ruled out (test/kernels/lds-load-beside-loads.hip:12)
// expect: possible async-copy-race line 12 with line 16
#include <hip/hip_runtime.h>

__global__ void __launch_bounds__(128) scale_tiles(const float *__restrict__ in, const float *__restrict__ scales,
                                                   float *__restrict__ out) {
  __shared__ float tile[128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  __builtin_amdgcn_global_load_lds(in + i, tile + t, 4, 0, 0);
  float scale = scales[i];
  asm volatile("s_waitcnt vmcnt(%0)" : : "n"(1) : "memory");
  __syncthreads();
  out[i] = scale * tile[127 - t];
}
