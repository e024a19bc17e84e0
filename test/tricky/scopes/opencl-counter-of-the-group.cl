// An atomic with the scope of the device.
// expect: race-free
// launch: grid 4 block 64
kernel void count(global atomic_int *total) {
  atomic_fetch_add_explicit(total, 1, memory_order_relaxed, memory_scope_device);
}
