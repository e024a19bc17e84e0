// expect: conditional: disjoint(from, to)
// expect: possible inter-block-race line 9 with line 10
// Whoever calls it makes both handles: one array may be behind the two.
#include <cuda_runtime.h>

__global__ void shifted(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float left;
  if (x < width && x > 0) surf2Dread(&left, from, (x - 1) * 4, 0);
  if (x < width && x > 0) surf2Dwrite(left, to, x * 4, 0);
}

void shift(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width) {
  shifted<<<(width + 127) / 128, 128>>>(from, to, width);
}
