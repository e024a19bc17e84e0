// What lies between the halves of gfx12's barrier is not ordered by it: the tile is read before the wait.
// launch: grid 8 block 128
// expect: intra-block-race line 21 with line 24
#include <hip/hip_runtime.h>

__device__ void arrive() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier_signal(-1);
}

__device__ void wait() {
  __builtin_amdgcn_s_barrier_wait(-1);
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

__global__ void __launch_bounds__(128) turn(const float *__restrict__ in, float *__restrict__ out, int rounds) {
  __shared__ float tile[128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  float value = in[i];
  for (int r = 0; r < rounds; r++) {
    tile[t] = value;
    arrive();
    float scale = in[i] * r;
    value = scale * tile[127 - t];
    wait();
    arrive();
    wait();
  }
  out[i] = value;
}
