// launch: grid 2,2 block 4,4
// args: c=zeros:64 a=random:64:8 b=random:64:9
#pragma OPENCL FP_CONTRACT OFF
kernel void matmul(global float *c, global const float *a, global const float *b) {
  local float p[4][4], q[4][4];
  int x = get_local_id(0), y = get_local_id(1);
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int tile = 0; tile < 8; tile += 4) {
    p[y][x] = a[row * 8 + tile + x];
    q[y][x] = b[(tile + y) * 8 + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 4; i++) sum += p[y][i] * q[i][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * 8 + column] = sum;
}
