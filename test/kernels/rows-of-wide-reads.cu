// expect: conditional: n % 2 == 0
// expect: possible inter-block-race line 16 with line 17
// The first of four that one thread writes and the last of those of another meet where rows are odd. Before a thread comes to that, one of its
// wide reads faults: no run shows the race, and no program works that is launched so.
#include <cuda_runtime.h>

__global__ void sums(float *out, const float *in, int n, int rows) {
  int c = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (c >= n) return;
  float4 sum = make_float4(0, 0, 0, 0);
  for (int r = blockIdx.y; r < rows; r += gridDim.y) {
    float4 part = *reinterpret_cast<const float4 *>(in + r * n + c);
    sum = make_float4(sum.x + part.x, sum.y + part.y, sum.z + part.z, sum.w + part.w);
  }
  float *to = out + blockIdx.y * n + c;
  to[0] = sum.x;
  to[3] = sum.w;
}

void sum_rows(float *out, const float *in, int n, int rows, int parts) {
  sums<<<dim3((n + 511) / 512, parts), 128>>>(out, in, n, rows);
}
