// launch: grid 2 block 8
// args: out=zeros:16 in=random:16:14 part=zeros:8
kernel void local_argument(global int *out, global const int *in, local int *part) {
  part[get_local_id(0)] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = part[get_local_id(0) ^ 1];
}
