// Two streams with an event between them. What one launch writes and another one reads is no race.
// race 1: inter-block-race
#include <cstdio>

__global__ void fill(int *a, int value) { a[blockIdx.x * blockDim.x + threadIdx.x] = value; }

__global__ void smooth(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n && threadIdx.x + 1 == blockDim.x) {
    a[i] = (a[i] + a[i + 1]) / 2;                 // race 1
  } else if (threadIdx.x == 0) {
    a[i] = 6;                                     // race 1
  }
}

int main() {
  int *a, *b, host[2];
  cudaStream_t one, two;
  cudaEvent_t ready;
  cudaStreamCreate(&one);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  cudaEventCreate(&ready);
  cudaMallocAsync(&a, 128 * sizeof(int), one);
  cudaMalloc(&b, 128 * sizeof(int));
  fill<<<2, 64, 0, one>>>(a, 6);
  fill<<<2, 64, 0, two>>>(b, 8);
  cudaEventRecord(ready, one);
  cudaStreamWaitEvent(two, ready, 0);
  smooth<<<2, 64, 0, two>>>(a, 128);
  cudaMemcpyAsync(&host[0], a + 63, sizeof(int), cudaMemcpyDeviceToHost, two);
  cudaMemcpyAsync(&host[1], b, sizeof(int), cudaMemcpyDeviceToHost, two);
  cudaStreamSynchronize(two);
  printf("%d %d %s\n", host[0], host[1], cudaGetErrorString(cudaGetLastError()));
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
}
// prints: 6 8 no error
