// The processor's own barriers, with the fences that make them order memory.
// launch: grid 4 block 256
// expect: race-free
#include <hip/hip_runtime.h>

__device__ void join_block() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

__device__ void join_wave() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

__global__ void reverse(int *data) {
  __shared__ int s[256];
  unsigned int lane = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
  int t = __builtin_amdgcn_workitem_id_x(), i = __builtin_amdgcn_workgroup_id_x() * 256 + t;
  s[t] = data[i];
  join_wave();
  int mirrored = s[t - lane + 63 - lane];
  join_block();
  s[255 - t] = mirrored;
  join_block();
  data[i] = s[t];
}
