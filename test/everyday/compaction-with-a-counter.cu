// A slot for each element that is kept, from a counter that the host has set to zero.
// expect: race-free
#include <cuda_runtime.h>

__global__ void filterPositive(const float *in, float *out, int *count, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float v = in[i];
    if (v > 0.0f) {
      int slot = atomicAdd(count, 1); // twin: int slot = *count; *count = slot + 1;
      out[slot] = v;
    }
  }
}

int filter(const float *in, float *out, int n) {
  int *count, host = 0;
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  filterPositive<<<128, 256>>>(in, out, count, n);
  cudaMemcpy(&host, count, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(count);
  return host;
}
