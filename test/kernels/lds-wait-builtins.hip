// Waits and barrier by the compiler's builtins, in helpers of their own.
// launch: grid 16 block 256
// expect: race-free
#include <hip/hip_runtime.h>

template <int Vector, int Lds>
__device__ void wait_for() {
  __builtin_amdgcn_s_waitcnt((Vector & 15) | (Vector >> 4 << 14) | 7 << 4 | Lds << 8);
}

template <int Vector>
__device__ void sync_block() {
  wait_for<Vector, 0>();
  __builtin_amdgcn_s_barrier();
}

__global__ void __launch_bounds__(256) gather(const float4 *__restrict__ in, const int *__restrict__ where,
                                              float *__restrict__ out) {
  __shared__ float4 rows[256];
  __shared__ int order[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  __builtin_amdgcn_global_load_lds(in + i, rows + t, sizeof(float4), 0, 0);
  order[t ^ 7] = where[i] & 255;
  sync_block<0>();
  out[i] = rows[t ^ 64].x * order[t];
}
