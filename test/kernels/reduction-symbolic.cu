// A tree over a block of any size, in dynamic shared memory.
// expect: race-free
#include <stdlib.h>
__global__ void sum(const int *in, int *out) {
  extern __shared__ int s[];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
int main(int argc, char **argv) {
  int blocks = atoi(argv[1]), size = atoi(argv[2]);
  int *in, *out;
  cudaMalloc(&in, blocks * size * sizeof(int));
  cudaMalloc(&out, blocks * sizeof(int));
  sum<<<blocks, size, size * sizeof(int)>>>(in, out);
  return cudaDeviceSynchronize();
}
