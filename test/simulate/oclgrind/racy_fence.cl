// launch: grid 1 block 16
// args: out=zeros:16
kernel void racy_fence(global int *out) {
  int t = get_local_id(0);
  out[t] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[t] += out[15 - t];
}
