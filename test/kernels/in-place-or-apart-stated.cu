// The same where that is stated.
// expect: race-free
#include <cuda_runtime.h>
// gpurace: assume disjoint(in, out) || in == out
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
