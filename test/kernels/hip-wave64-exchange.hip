// Threads of one wavefront of 64 exchange through shared memory, with the barrier of the wavefront between.
// launch: grid 2 block 128
// expect: race-free
#include <hip/hip_runtime.h>

__global__ void reverse(int *data) {
  __shared__ int s[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x, first = threadIdx.x / 64 * 64;
  s[threadIdx.x] = data[i];
  __syncwarp();
  data[i] = s[first + 63 - threadIdx.x % 64];
}
