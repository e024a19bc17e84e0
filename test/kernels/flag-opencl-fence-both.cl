// Fences of all memory around the flag: the data in global memory is among what they order.
// expect: race-free
// launch: grid 8 block 64
kernel void hand(global int *data, global atomic_int *ready, global int *out) {
  if (get_local_id(0) != 0) return;
  if (get_group_id(0) == 0) {
    data[0] = 42;
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
    atomic_store_explicit(ready, 1, memory_order_relaxed, memory_scope_device);
  } else {
    while (atomic_load_explicit(ready, memory_order_relaxed, memory_scope_device) == 0) {
    }
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
    out[get_group_id(0)] = data[0];
  }
}
