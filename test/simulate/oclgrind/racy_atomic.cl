// launch: grid 2 block 8
// args: count=zeros:1 out=zeros:16
kernel void racy_atomic(volatile global int *count, global int *out) {
  atomic_inc(count);
  out[get_global_id(0)] = *count;
}
