// expect: conditional: disjoint(out, sides); disjoint(out, counts)
// expect: possible inter-block-race line 10 with line 11
// expect: possible inter-block-race line 11 with line 11
// Which element of one texture is read hangs on the other, over memory of which nobody knows what it is. It holds zeros in what is executed.
#include <cuda_runtime.h>

__global__ void counted(float *out, cudaTextureObject_t sides, cudaTextureObject_t counts, int n) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= n) return;
  int side = tex1Dfetch<float>(sides, at + 1) > 0.5f;
  out[at] = tex1Dfetch<float>(counts, side);
}

cudaTextureObject_t of_sides, of_counts;

void look_at(float *sides, float *counts, int n) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = sides;
  resource.res.linear.sizeInBytes = n * sizeof(float);
  cudaTextureDesc how = {};
  cudaCreateTextureObject(&of_sides, &resource, &how, nullptr);
  resource.res.linear.devPtr = counts;
  cudaCreateTextureObject(&of_counts, &resource, &how, nullptr);
}

void count(float *out, int n) { counted<<<(n + 127) / 128, 128>>>(out, of_sides, of_counts, n); }
