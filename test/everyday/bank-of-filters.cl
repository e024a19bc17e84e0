// Work-items share a tile of the input, and every group has its part of the output.
// expect: race-free
// launch: grid 8,8 block 16,16
__kernel void filter(__global const float *in, __global float *out, int width, int height) {
  __local float tile[18][18];
  int lx = get_local_id(0), ly = get_local_id(1);
  int gx = get_global_id(0), gy = get_global_id(1);
  for (int y = ly; y < 18; y += 16)
    for (int x = lx; x < 18; x += 16) {
      int sx = clamp((int)get_group_id(0) * 16 + x - 1, 0, width - 1);
      int sy = clamp((int)get_group_id(1) * 16 + y - 1, 0, height - 1);
      tile[y][x] = in[sy * width + sx];
    }
  barrier(CLK_LOCAL_MEM_FENCE); // twin: mem_fence(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int dy = 0; dy < 3; dy++)
    for (int dx = 0; dx < 3; dx++) sum += tile[ly + dy][lx + dx];
  if (gx < width && gy < height) out[gy * width + gx] = sum / 9;
}
