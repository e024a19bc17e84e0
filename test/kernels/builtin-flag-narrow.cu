// The same with the scope of the block, which is no help between blocks.
// expect: scoped-atomic-race line 12 with line 12
// expect: scoped-atomic-race line 10 with line 12
// expect: scoped-fence-race line 9 with line 14
// launch: grid 8 block 64
__global__ void hand(int *data, int *ready, int *out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __scoped_atomic_store_n(ready, 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_WRKGRP);
  } else {
    while (__scoped_atomic_load_n(ready, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_WRKGRP) == 0) {
    }
    out[blockIdx.x] = data[0];
  }
}
