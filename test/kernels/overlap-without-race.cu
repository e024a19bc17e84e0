// Which buffers a map holds is not followed, and it may be one for both: the only thread that writes does so when all have read.
// expect: race-free
#include <map>

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

void launch(int n) {
  std::map<int, float *> fields;
  float *memory;
  cudaMalloc(&memory, n * sizeof(float));
  fields[1] = memory;
  fields[2] = memory;
  total<<<1, 256>>>(fields[1], fields[2], n);
}
