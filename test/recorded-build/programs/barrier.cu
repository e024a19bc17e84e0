// A block sums its numbers with barriers between.
#include <cstdio>

__global__ void sumUp(const int *in, int *out) {
  __shared__ int part[64];
  part[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  for (int step = 32; step > 0; step /= 2) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 128 * sizeof(int));
  cudaMalloc(&out, 2 * sizeof(int));
  sumUp<<<2, 64>>>(in, out);
  cudaDeviceSynchronize();
  printf("barrier\n");
}
