// Rows of vectors whose length is an argument: vectors that overlap in part would be at addresses that fault.
// expect: race-free
// launch: grid ? block 32x8
__global__ void scaled(float4 *out, const float *in, int rows, int columns) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  float *to = reinterpret_cast<float *>(out) + row * columns;
  for (int c = threadIdx.x * 4; c < columns; c += 32 * 4) {
    float4 v = *reinterpret_cast<const float4 *>(in + row * columns + c);
    *reinterpret_cast<float4 *>(to + c) = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
  }
}
