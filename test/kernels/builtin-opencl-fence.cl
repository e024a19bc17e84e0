// Clang's own fence, with the scope of the device.
// expect: race-free
// launch: grid 8 block 64
kernel void hand(global int *data, global int *ready, global int *out) {
  if (get_local_id(0) != 0) return;
  if (get_group_id(0) == 0) {
    data[0] = 42;
    __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_DEVICE);
    atomic_xchg(ready, 1);
  } else {
    while (atomic_add(ready, 0) == 0) {
    }
    __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_DEVICE);
    out[get_group_id(0)] = data[0];
  }
}
