// The compiler's own atomic, with the scope of a warp, on a counter that two warps of the block share.
// expect: racy line 5 with line 5
// launch: grid 1 block 64
__global__ void count(int *total) {
  __scoped_atomic_fetch_add(total, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_WVFRNT);
}
