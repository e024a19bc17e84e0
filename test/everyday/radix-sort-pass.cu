// One pass over one bit: a scan within the block says where each key goes.
// expect: inconclusive
#include <cuda_runtime.h>
#define THREADS 256

__global__ void splitByBit(unsigned *keys, int bit) {
  __shared__ unsigned scan[THREADS];
  int tid = threadIdx.x;
  unsigned key = keys[blockIdx.x * THREADS + tid];
  unsigned isZero = !((key >> bit) & 1);
  scan[tid] = isZero;
  __syncthreads();
  for (int d = 1; d < THREADS; d *= 2) {
    unsigned before = tid >= d ? scan[tid - d] : 0;
    __syncthreads(); // twin:
    scan[tid] += before;
    __syncthreads();
  }
  unsigned zeros = scan[THREADS - 1];
  unsigned to = isZero ? scan[tid] - 1 : zeros + tid - scan[tid];
  __syncthreads();
  keys[blockIdx.x * THREADS + to] = key;
}

void run(unsigned *keys, int n) {
  for (int bit = 0; bit < 32; bit++) splitByBit<<<n / THREADS, THREADS>>>(keys, bit);
}
