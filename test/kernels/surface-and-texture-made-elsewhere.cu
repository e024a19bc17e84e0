// expect: conditional: disjoint(to, from)
// expect: possible inter-block-race line 8 with line 8
// Whoever calls it makes both handles: one array may be behind the two.
#include <cuda_runtime.h>

__global__ void half_size(cudaSurfaceObject_t to, cudaTextureObject_t from, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < width) surf2Dwrite(tex2D<float>(from, 2 * x + 1.0f, 0.5f), to, x * 4, 0);
}

void halve(cudaSurfaceObject_t to, cudaTextureObject_t from, int width) {
  half_size<<<(width + 127) / 128, 128>>>(to, from, width);
}
