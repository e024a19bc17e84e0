// A sum by shuffles over wavefronts of 64; each wavefront has a word of its own for what its lanes came to.
// launch: grid 4 block 256
// expect: race-free
#include <hip/hip_runtime.h>

__global__ void sum(const float *in, float *out) {
  __shared__ float part[1024 / warpSize];
  float value = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int delta = warpSize / 2; delta > 0; delta /= 2) value += __shfl_down(value, delta);
  if (threadIdx.x % warpSize == 0) part[threadIdx.x / warpSize] = value;
  __syncthreads();
  if (threadIdx.x == 0) {
    float all = 0;
    for (int wave = 0; wave < blockDim.x / warpSize; wave++) all += part[wave];
    out[blockIdx.x] = all;
  }
}
