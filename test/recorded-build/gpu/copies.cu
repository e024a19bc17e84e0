// Asynchronous copies in groups, one ahead of what is read. One kernel leaves a group too many unfinished.
// race 1: intra-block-race
#include <cstdio>
#include <cuda_pipeline_primitives.h>

__global__ void ahead(const int *in, int *out) {
  __shared__ int tile[3][64];
  int t = threadIdx.x, sum = 0;
  __pipeline_memcpy_async(&tile[0][t], &in[t], sizeof(int));
  __pipeline_commit();
  for (int i = 0; i < 6; i++) {
    if (i < 5) __pipeline_memcpy_async(&tile[(i + 1) % 3][t], &in[64 * (i + 1) + t], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += tile[i % 3][63 - t];
  }
  out[t] = sum;
}

__global__ void tooFarAhead(const int *in, int *out) {
  __shared__ int tile[3][64];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 3; i++) tile[i][t] = 64 * i + t;
  __syncthreads();
  __pipeline_memcpy_async(&tile[0][t], &in[t], sizeof(int));                                        // race 1
  __pipeline_commit();
  for (int i = 0; i < 2; i++) {
    __pipeline_memcpy_async(&tile[i + 1][t], &in[64 * (i + 1) + t], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(2 - i);
    __syncthreads();
    if (i == 0) sum += tile[0][63 - t];                                                             // race 1
    __syncthreads();
  }
  __pipeline_wait_prior(0);
  __syncthreads();
  out[t] = sum + tile[2][63 - t];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 384 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 384; i++) in[i] = i;
  ahead<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[63]);
  tooFarAhead<<<1, 64>>>(in, out);
  cudaError_t error = cudaDeviceSynchronize();
  printf("%d %d %s\n", out[0], out[63], cudaGetErrorString(error));
}
// prints: 1338 960
// prints: 254 128 no error
