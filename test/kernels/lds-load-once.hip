// A tile goes straight to LDS; all wait for their part of it before anybody reads another's.
// launch: grid 8 block 256
// expect: race-free
#include <hip/hip_runtime.h>

__global__ void __launch_bounds__(256) mirror_tiles(const float *in, float *out) {
  __shared__ float tile[256];
  int t = threadIdx.x, first = blockIdx.x * 256;
  // Each wavefront names where its own part begins, and the lanes follow one another.
  __builtin_amdgcn_global_load_lds((const __attribute__((address_space(1))) void *)(in + first + t),
                                   (__attribute__((address_space(3))) void *)(tile + t / 64 * 64), 4, 0, 0);
  asm volatile("s_waitcnt vmcnt(0)" ::: "memory");
  __syncthreads();
  out[first + t] = tile[255 - t];
}
