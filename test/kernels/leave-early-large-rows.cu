// Rows are long, and nobody has blocks of four threads: that all threads come to the barrier is not in doubt.
// expect: conditional: columns % blockDim.x == 0
// expect: possible barrier-divergence line 11
#include <cuda_runtime.h>
__global__ void scaled(float *out, const float *in, int columns) {
  extern __shared__ float largest[];
  int t = threadIdx.x;
  if (t >= columns) return;
  float v = in[blockIdx.x * columns + t];
  largest[t] = v;
  __syncthreads();
  out[blockIdx.x * columns + t] = v / largest[t ^ 1];
}
void run(float *out, const float *in, int rows, int columns, int threads) {
  scaled<<<rows, threads, threads * sizeof(float)>>>(out, in, columns);
}
