// Clang's own atomic operations in HIP: the first for the whole grid with the scope of a block, the others wide enough.
// expect: scoped-atomic-race line 7 with line 7
// launch: grid 8 block 128
#include <hip/hip_runtime.h>

__global__ void count(int *all, int *each, unsigned int *right) {
  __scoped_atomic_fetch_add(all, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  __scoped_atomic_fetch_add(&each[blockIdx.x], 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  __scoped_atomic_fetch_max(right, threadIdx.x, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
}
