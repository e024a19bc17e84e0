// An atomic with the scope of a wavefront, on a counter of each wavefront.
// expect: race-free
// launch: grid 1 block 256
#include <hip/hip_runtime.h>
__global__ void count(int *total) {
  __hip_atomic_fetch_add(&total[threadIdx.x / 64], 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WAVEFRONT);
}
