// The compiler's own fence, with the scope of a block: block 1 may see the flag and not the data of block 0.
// expect: racy line 7 with line 14
// launch: grid 4 block 64
__global__ void hand(int *data, int *ready, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __scoped_atomic_thread_fence(__ATOMIC_RELEASE, __MEMORY_SCOPE_WRKGRP);
    atomicExch(ready, 1);
  } else {
    while (atomicAdd(ready, 0) == 0) {
    }
    __threadfence();
    out[blockIdx.x] = data[0];
  }
}
