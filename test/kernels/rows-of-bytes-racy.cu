// The stride in bytes is that of rows of four elements, and a row of the block has eight.
// expect: intra-block-race line 8 with line 10
// expect: intra-block-race line 10 with line 10
__global__ void push(float2 *speed, int left, int top, float force, size_t pitch) {
  int x = threadIdx.x, y = threadIdx.y;
  float2 *at = (float2 *)((char *)speed + (y + top) * pitch) + x + left;
  float2 moved;
  moved = *at;
  moved.x += force / (1 + x * x);
  *at = moved;
}
void run(float2 *speed, int left, int top) { push<<<1, dim3(8, 32)>>>(speed, left, top, 1, 4 * sizeof(float2)); }
