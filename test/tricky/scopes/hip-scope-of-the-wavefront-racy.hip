// An atomic with the scope of a wavefront, on a counter that the wavefronts of a block share.
// expect: racy line 6 with line 6
// launch: grid 1 block 256
#include <hip/hip_runtime.h>
__global__ void count(int *total) {
  __hip_atomic_fetch_add(total, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WAVEFRONT);
}
