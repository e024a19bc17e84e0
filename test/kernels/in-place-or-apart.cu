// One launch works in place, and nobody knows whether the buffers of the other one overlap: where they are one, each thread has an element of
// its own.
// expect: conditional: disjoint(in, out) || in == out
// expect: possible inter-block-race line 9 with line 9
#include <cuda_runtime.h>
__global__ void halve(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] / 2;
}
void halved(const float *in, float *out, int n) { halve<<<(n + 255) / 256, 256>>>(in, out, n); }
void run(cudaGraphicsResource *shown, int n) {
  float *x, *mapped;
  size_t bytes;
  cudaMalloc(&x, n * sizeof(float));
  cudaGraphicsResourceGetMappedPointer((void **)&mapped, &bytes, shown);
  halved(x, x, n);
  halved(x, mapped, n);
}
