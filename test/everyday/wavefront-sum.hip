// Wavefronts of 64 lanes add up by shuffles, and the block adds the sums of its wavefronts.
// expect: race-free
#include <hip/hip_runtime.h>

__global__ void sumBlocks(const float *in, float *out, int n) {
  __shared__ float part[4];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i < n ? in[i] : 0.0f;
  for (int offset = warpSize / 2; offset > 0; offset /= 2) v += __shfl_down(v, offset);
  int lane = threadIdx.x % warpSize, wave = threadIdx.x / warpSize;
  if (lane == 0) part[wave] = v;
  __syncthreads(); // twin:
  if (threadIdx.x == 0) out[blockIdx.x] = part[0] + part[1] + part[2] + part[3];
}

void run(const float *in, float *out, int n) { hipLaunchKernelGGL(sumBlocks, dim3((n + 255) / 256), dim3(256), 0, 0, in, out, n); }
