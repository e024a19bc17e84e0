// A flag stored with the scope of a block tells block 1 nothing of what block 0 wrote before.
// expect: racy
// launch: grid 4 block 64
__global__ void hand(int *data, int *ready, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __scoped_atomic_store_n(ready, 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_WRKGRP);
  } else {
    while (__scoped_atomic_load_n(ready, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE) == 0) {
    }
    out[blockIdx.x] = data[0];
  }
}
