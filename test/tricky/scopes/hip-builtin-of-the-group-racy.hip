// The compiler's own atomic, with the scope of a work-group, on the counter of all of them.
// expect: racy line 6 with line 6
// launch: grid 4 block 64
#include <hip/hip_runtime.h>
__global__ void count(int *total) {
  __scoped_atomic_fetch_add(total, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
}
