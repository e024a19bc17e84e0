// launch: grid 4 block 8
// args: out=zeros:8
kernel void racy_groups(global int *out) {
  out[get_local_id(0)] = get_global_id(0);
}
