// Two arrays of vectors, one behind the other, overlap when the rows are no multiple of a vector. Nobody has such rows.
// expect: conditional: columns % 4 == 0
// expect: possible intra-block-race line 11 with line 12
#include <cuda_runtime.h>
extern __shared__ float4 parameters[];
__global__ void scaled(float4 *out, const float4 *scale, const float4 *shift, const float *in, int rows, int columns) {
  float4 *scales = parameters;
  float4 *shifts = parameters + columns / 4;
  int t = threadIdx.x + 32 * threadIdx.y;
  for (int i = 4 * t; i < columns; i += 4 * 256) {
    scales[i / 4] = scale[i / 4];
    shifts[i / 4] = shift[i / 4];
  }
  __syncthreads();
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= rows) return;
  float *to = reinterpret_cast<float *>(out) + row * columns;
  for (int c = 4 * threadIdx.x; c < columns; c += 4 * 32) {
    float4 v = *reinterpret_cast<const float4 *>(in + row * columns + c);
    v.x = v.x * scales[c / 4].x + shifts[c / 4].x;
    *reinterpret_cast<float4 *>(to + c) = v;
  }
}
void run(float4 *out, const float4 *scale, const float4 *shift, const float *in, int rows, int columns) {
  scaled<<<(rows + 7) / 8, dim3(32, 8), 2 * columns * sizeof(float)>>>(out, scale, shift, in, rows, columns);
}
