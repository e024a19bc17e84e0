// Rows of a table are looked up: only read.
// expect: race-free
#include <cuda_runtime.h>

__global__ void embedding(const long long *ids, const float *table, float *out, int width) {
  const float *row = table + ids[blockIdx.x] * width;
  float *to = out + (long long)blockIdx.x * width; // twin: float *to = out + (long long)(blockIdx.x / 2) * width;
  for (int c = threadIdx.x; c < width; c += blockDim.x) to[c] = row[c]; // twin: for (int c = threadIdx.x; c < width; c += blockDim.x) to[c] += row[c];
}

void run(const long long *ids, const float *table, float *out, int tokens, int width) {
  embedding<<<tokens, 256>>>(ids, table, out, width);
}
