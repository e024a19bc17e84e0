// A histogram by atomic operations in shared memory, put together with and without atomic operations.
// race 1: inter-block-race
#include <cstdio>

template <bool Atomic>
__global__ void histogram(const unsigned char *in, int n, unsigned *bins) {
  __shared__ unsigned own[16];
  if (threadIdx.x < 16) own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[in[i] & 15], 1u);
  __syncthreads();
  if (threadIdx.x < 16) {
    if (Atomic) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
    else bins[threadIdx.x] += own[threadIdx.x];   // race 1 race 1
  }
}

int main() {
  const int n = 1000;
  unsigned char *in;
  unsigned *bins, host[32];
  cudaMallocManaged(&in, n);
  for (int i = 0; i < n; i++) in[i] = i * 7;
  cudaMalloc(&bins, sizeof host);
  cudaMemset(bins, 0, sizeof host);
  histogram<true><<<4, 64>>>(in, n, bins);
  histogram<false><<<4, 64>>>(in, n, bins + 16);
  cudaMemcpy(host, bins, sizeof host, cudaMemcpyDeviceToHost);
  unsigned all = 0;
  for (int b = 0; b < 16; b++) all += host[b];
  printf("%u %u\n", all, host[3]);
}
// prints: 1000 63
