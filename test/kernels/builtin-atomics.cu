// Clang's own atomic operations, with the scope of the device or wider; one counter for each block with the block's.
// expect: race-free
// launch: grid 8 block 64
__device__ __forceinline__ void tally(unsigned *place, int scale) {
  __scoped_atomic_fetch_add(place, scale, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM);
}

__global__ void count(int *all, unsigned *each, int *state, int *seen) {
  const int device = __MEMORY_SCOPE_DEVICE;
  __scoped_atomic_fetch_sub(&all[0], 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  __scoped_atomic_max_fetch(&all[1], (int)threadIdx.x, __ATOMIC_RELAXED, device);
  __scoped_atomic_store_n(&all[2], 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  int one = 1, old = 0;
  __scoped_atomic_exchange(&all[3], &one, &old, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  __scoped_atomic_compare_exchange_n(state, &old, 1, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE);
  tally(&each[gridDim.x], 2);
  __scoped_atomic_fetch_uinc(&each[blockIdx.x], 63, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  seen[blockIdx.x * blockDim.x + threadIdx.x] = __scoped_atomic_load_n(state, __ATOMIC_RELAXED, device);
}
