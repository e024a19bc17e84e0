// expect: conditional: disjoint(out, texels)
// expect: possible inter-block-race line 10 with line 10
// Which texel is read hangs on fractions that nobody knows: no run shows that buffer and texture have to be apart, and the proof needs it.
#include <cuda_runtime.h>

__global__ void nearest(float *out, cudaTextureObject_t sides, cudaTextureObject_t texels, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int side = tex3D<float>(sides, i, 0.5f, 0.5f) > 0.5f;
  out[i] = tex1Dfetch<float>(texels, i + side);
}

cudaTextureObject_t table;

void look_at(float *texels, int n) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = texels;
  resource.res.linear.sizeInBytes = n * sizeof(float);
  cudaTextureDesc how = {};
  cudaCreateTextureObject(&table, &resource, &how, nullptr);
}

void look_up(float *out, int n) {
  cudaArray_t volume;
  cudaChannelFormatDesc texel = cudaCreateChannelDesc<float>();
  cudaMalloc3DArray(&volume, &texel, make_cudaExtent(256, 4, 4));
  cudaResourceDesc over = {};
  cudaTextureDesc how = {};
  over.resType = cudaResourceTypeArray;
  over.res.array.array = volume;
  cudaTextureObject_t sides;
  cudaCreateTextureObject(&sides, &over, &how, nullptr);
  nearest<<<(n + 127) / 128, 128>>>(out, sides, table, n);
}
