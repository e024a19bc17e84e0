// expect: race-free
// What the kernel is launched with is known only when the host code with textures bound through pointers compiles.
#include <cuda_runtime.h>

texture<float, 1, cudaReadModeElementType> samples;

__global__ void pick(int *best, int n) {
  int place = (gridDim.x * blockIdx.y + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.x;
  if (place < n) best[place] = tex1Dfetch(samples, place) > 0.5f;
}

void pickAll(const float *values, int *best) {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  if (cudaBindTexture(NULL, &samples, values, &format, 16384 * sizeof(float)) != cudaSuccess) return;
  pick<<<dim3(8, 8), 256>>>(best, 16384);
  cudaUnbindTexture(&samples);
}
