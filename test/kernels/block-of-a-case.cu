// The number of warps is computed by a loop, and each case of it launches a kernel of its own.
// expect: race-free
#include <cuda_runtime.h>
template <int WARPS>
__global__ void summed(float *out, const float *in) {
  __shared__ float parts[WARPS];
  float part = in[blockIdx.x * 32 * WARPS + threadIdx.y * 32 + threadIdx.x];
  if (threadIdx.x == 0) parts[threadIdx.y] = part;
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x * WARPS + threadIdx.y] = parts[WARPS - 1 - threadIdx.y];
}
void run(float *out, const float *in, int n) {
  int best = 1, rounds = n / 32;
  for (int warps = 2; warps <= 4; warps++) {
    int these = (n + 32 * warps - 1) / (32 * warps);
    if (these < rounds) {
      rounds = these;
      best = warps;
    }
  }
  dim3 block(32, best);
  switch (best) {
    case 1:
      summed<1><<<n, block>>>(out, in);
      break;
    case 2:
      summed<2><<<n, block>>>(out, in);
      break;
    case 4:
      summed<4><<<n, block>>>(out, in);
      break;
  }
}
