// The same rows, each read by its neighbour while it is written.
// expect: inter-block-race line 9 with line 10
// launch: grid ? block 32x8
__global__ void scaled(float4 *out, int rows, int columns) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row + 1 >= rows) return;
  float *to = reinterpret_cast<float *>(out) + row * columns;
  for (int c = threadIdx.x * 4; c < columns; c += 32 * 4) {
    float4 v = *reinterpret_cast<const float4 *>(to + columns + c);
    *reinterpret_cast<float4 *>(to + c) = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
  }
}
