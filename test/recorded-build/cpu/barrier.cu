// Neighbours exchange values in shared memory, once with a barrier between and once without.
// race 1: intra-block-race
#include <cstdio>

__global__ void rotate(const int *in, int *out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[(threadIdx.x + 40) % 64];
}

__global__ void rotateTooEarly(const int *in, int *out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = in[threadIdx.x];            // race 1
  int seen = tile[(threadIdx.x + 32) % 64];       // race 1
  out[threadIdx.x] = seen < 0 ? 1 : 0;
}

int main() {
  int in[64], out[64], *a, *b;
  for (int i = 0; i < 64; i++) in[i] = i * i;
  cudaMalloc(&a, sizeof in);
  cudaMalloc(&b, sizeof out);
  cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice);
  rotate<<<1, 64>>>(a, b);
  cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost);
  printf("%d %d\n", out[0], out[63]);
  rotateTooEarly<<<1, 64>>>(a, b);
  cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost);
  printf("%d\n", out[5]);
  cudaFree(a);
  cudaFree(b);
}
// prints: 1600 1521
// prints: 0
