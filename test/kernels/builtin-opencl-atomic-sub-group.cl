// Atomic for the work-items of a sub-group only, and two sub-groups count at one place.
// expect: intra-block-race line 5 with line 5
// launch: grid 1 block 64
kernel void count(global atomic_int *flags) {
  atomic_fetch_add_explicit(&flags[0], 1, memory_order_relaxed, (memory_scope)4);
}
