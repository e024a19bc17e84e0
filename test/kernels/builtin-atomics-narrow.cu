// Clang's own atomic operations, all with the scope of a block and on memory of the whole grid.
// expect: scoped-atomic-race line 12 with line 12
// expect: scoped-atomic-race line 13 with line 13
// expect: scoped-atomic-race line 15 with line 15
// expect: scoped-atomic-race line 16 with line 16
// expect: scoped-atomic-race line 17 with line 17
// expect: scoped-atomic-race line 18 with line 18
// expect: scoped-atomic-race line 19 with line 19
// launch: grid 8 block 64
__global__ void count(int *all, unsigned *tickets) {
  const int block = __MEMORY_SCOPE_WRKGRP;
  __scoped_atomic_fetch_add(&all[0], 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  __scoped_atomic_add_fetch(&all[1], 1, __ATOMIC_RELAXED, block);
  int one = 1, old = 0;
  __scoped_atomic_exchange(&all[2], &one, &old, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  __scoped_atomic_compare_exchange(&all[3], &old, &one, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE, block);
  __scoped_atomic_store_n(&all[4], 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
  __scoped_atomic_fetch_udec(tickets, 63, __ATOMIC_RELAXED, __MEMORY_SCOPE_CLUSTR);
  __hip_atomic_fetch_or(&all[5], 1, __ATOMIC_RELAXED, 3);
}
