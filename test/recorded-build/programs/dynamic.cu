// Shared memory whose size the launch says, vectors, and the launch as a function of the runtime.
#include <cstdio>

__global__ void turn(const float4 *in, float4 *out) {
  extern __shared__ float4 cells[];
  cells[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = cells[blockDim.x - 1 - threadIdx.x];
}

int main() {
  const float4 *in = nullptr;
  float4 *out = nullptr;
  void *arguments[] = {&in, &out};
  cudaLaunchKernel((const void *)turn, dim3(1), dim3(32), arguments, 32 * sizeof(float4), nullptr);
  cudaDeviceSynchronize();
  printf("dynamic\n");
}
