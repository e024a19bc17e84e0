// The data is local and the fences are for global memory: item 64 may see the flag and not the data of item 0.
// expect: racy line 10 with line 17
// launch: grid 2 block 128
kernel void hand(global int *out) {
  local int data;
  local atomic_int ready;
  if (get_local_id(0) == 0) atomic_init(&ready, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    data = 42;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
    atomic_store_explicit(&ready, 1, memory_order_relaxed, memory_scope_work_group);
  } else if (get_local_id(0) == 64) {
    while (atomic_load_explicit(&ready, memory_order_relaxed, memory_scope_work_group) == 0) {
    }
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_work_group);
    out[get_group_id(0)] = data;
  }
}
