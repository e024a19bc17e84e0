// Where an element goes is a scan of the flags, made by an earlier kernel.
// expect: conditional: distinct(offsets if flags)
#include <cuda_runtime.h>

__global__ void compact(float *out, const float *in, const int *flags, const int *offsets, int n) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx < n && flags[idx]) {
    out[offsets[idx]] = in[idx]; // twin: out[idx & 15] = in[idx] + idx;
  }
}

void compactOnDevice(float *out, const float *in, const int *flags, const int *offsets, int n) {
  const int threads = 256;
  compact<<<(n + threads - 1) / threads, threads>>>(out, in, flags, offsets, n);
}
