// A counter of the whole grid, counted with the scope of a block; one of each block, and one with the scope of the device.
// launch: grid 8 block 128
// expect: scoped-atomic-race line 7 with line 7
#include <hip/hip_runtime.h>

__global__ void count(int *all, int *each, unsigned int *right) {
  __hip_atomic_fetch_add(all, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  __hip_atomic_fetch_add(&each[blockIdx.x], 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  __hip_atomic_fetch_max(right, threadIdx.x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}
