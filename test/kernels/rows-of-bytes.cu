// Each thread has an element of a row, and the stride of the rows is in bytes: it is no shorter than they are. A stride that is no
// multiple of the element's size is that of no program.
// expect: conditional: pitch >= blockDim.x * 8
// expect: possible intra-block-race line 10 with line 12
// expect: possible intra-block-race line 12 with line 12
__global__ void push(float2 *speed, int left, int top, float force, size_t pitch) {
  int x = threadIdx.x, y = threadIdx.y;
  float2 *at = (float2 *)((char *)speed + (y + top) * pitch) + x + left;
  float2 moved;
  moved = *at;
  moved.x += force / (1 + x * x);
  *at = moved;
}
void run(float2 *speed, int left, int top, int side, size_t pitch) { push<<<1, dim3(side, side)>>>(speed, left, top, 1, pitch); }
