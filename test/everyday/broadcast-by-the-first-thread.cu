// One thread of the block works out a value, and all read it.
// expect: race-free
#include <cuda_runtime.h>

__global__ void softmax(float *out, const float *in, int n) {
  extern __shared__ float buffer[];
  __shared__ float total;
  int row = blockIdx.x, tid = threadIdx.x;
  float sum = 0.0f;
  for (int i = tid; i < n; i += blockDim.x) {
    float e = expf(in[row * n + i]);
    out[row * n + i] = e;
    sum += e;
  }
  buffer[tid] = sum;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) buffer[tid] += buffer[tid + s];
    __syncthreads();
  }
  if (tid == 0) total = buffer[0];
  __syncthreads(); // twin:
  for (int i = tid; i < n; i += blockDim.x) out[row * n + i] /= total;
}

void run(float *out, const float *in, int rows, int n) { softmax<<<rows, 256, 256 * sizeof(float)>>>(out, in, n); }
