// Blocks fetch the next piece of work when they are done with one.
// expect: race-free
#include <cuda_runtime.h>

__global__ void process(const float *in, float *out, int *next, int pieces) {
  __shared__ int piece;
  while (true) {
    if (threadIdx.x == 0) piece = atomicAdd(next, 1);
    __syncthreads();
    int mine = piece;
    __syncthreads(); // twin:
    if (mine >= pieces) return;
    out[mine * 128 + threadIdx.x] = in[mine * 128 + threadIdx.x] * 2.0f;
  }
}

void run(const float *in, float *out, int pieces) {
  int *next;
  cudaMalloc(&next, sizeof(int));
  cudaMemset(next, 0, sizeof(int));
  process<<<60, 128>>>(in, out, next, pieces);
  cudaFree(next);
}
