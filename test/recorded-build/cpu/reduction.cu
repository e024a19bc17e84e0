// The last block sums what the others have left; that it is the last is known by a counter with acquire and release.
// A second counter is relaxed and has no fence.
// race 1: inter-block-race
#include <cstdio>
#include <cuda/atomic>

__device__ cuda::atomic<unsigned, cuda::thread_scope_device> arrived(0);
__device__ unsigned relaxed;

__device__ int blockSum(int own) {
  extern __shared__ int s[];
  s[threadIdx.x] = own;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
  return s[0];
}

__global__ void sum(const int *in, int *partial, int *out) {
  int own = blockSum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = own;
    if (arrived.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1) {
      int all = 0;
      for (unsigned b = 0; b < gridDim.x; b++) all += partial[b];
      *out = all;
    }
  }
}

__global__ void sumRelaxed(const int *in, int *partial, int *out) {
  int own = blockSum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = own;                    // race 1
    if (atomicInc(&relaxed, gridDim.x - 1) == gridDim.x - 1) {
      int all = 0;
      for (unsigned b = 0; b < gridDim.x; b++) {
        all += partial[b];                        // race 1
      }
      *out = all;
    }
  }
}

int main() {
  int *in, *partial;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&partial, 6 * sizeof(int));
  for (int i = 0; i < 256; i++) in[i] = i;
  sum<<<4, 64, 64 * sizeof(int)>>>(in, partial, partial + 4);
  sumRelaxed<<<4, 64, 64 * sizeof(int)>>>(in, partial, partial + 5);
  cudaDeviceSynchronize();
  printf("%d %d\n", partial[4], partial[5]);
}
// prints: 32640 32640
