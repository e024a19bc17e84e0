// How many elements are larger than their neighbours: what they hold decides only who counts.
// expect: race-free
// twin is a note
#include <cuda_runtime.h>

__global__ void peaks(const float *in, int *count) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 254 + t];
  __syncthreads();
  if (t > 0 && t < 255 && s[t] > s[t - 1] && s[t] > s[t + 1])
    atomicAdd(count, 1); // twin: *count += 1;
}

void run(const float *in, int *count, int blocks) { peaks<<<blocks, 256>>>(in, count); }
