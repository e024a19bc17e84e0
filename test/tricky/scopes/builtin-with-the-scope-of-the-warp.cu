// The compiler's own atomic, with the scope of the block, on the counter of the block.
// expect: race-free
// launch: grid 1 block 64
__global__ void count(int *total) {
  __scoped_atomic_fetch_add(total, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
}
