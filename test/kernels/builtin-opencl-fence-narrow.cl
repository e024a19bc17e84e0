// Clang's own fence, for the work-group only.
// expect: scoped-fence-race line 7 with line 14
// launch: grid 8 block 64
kernel void hand(global int *data, global int *ready, global int *out) {
  if (get_local_id(0) != 0) return;
  if (get_group_id(0) == 0) {
    data[0] = 42;
    __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_WRKGRP);
    atomic_xchg(ready, 1);
  } else {
    while (atomic_add(ready, 0) == 0) {
    }
    __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_WRKGRP);
    out[get_group_id(0)] = data[0];
  }
}
