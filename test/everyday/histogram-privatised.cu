// Counts in shared memory first, then one addition for each bin of the block.
// expect: race-free
#include <cuda_runtime.h>
#define BINS 256

__global__ void histogram(const unsigned char *data, unsigned *bins, int n) {
  __shared__ unsigned local[BINS];
  for (int i = threadIdx.x; i < BINS; i += blockDim.x) local[i] = 0;
  __syncthreads(); // twin:
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&local[data[i]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < BINS; i += blockDim.x) atomicAdd(&bins[i], local[i]);
}

void count(const unsigned char *data, unsigned *bins, int n) {
  cudaMemset(bins, 0, BINS * sizeof(unsigned));
  histogram<<<240, 256>>>(data, bins, n);
}
