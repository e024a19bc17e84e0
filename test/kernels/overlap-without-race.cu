// One thread of the only block writes what all have read before it: it may lie in the same memory.
// expect: race-free
#include <cuda_runtime.h>
__global__ void total(float *result, const float *values, int n) {
  __shared__ float parts[256];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 256) sum += values[i];
  parts[threadIdx.x] = sum;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) *result = parts[0];
}
float *elsewhere(int);
void launch(int n) { total<<<1, 256>>>(elsewhere(0), elsewhere(1), n); }
