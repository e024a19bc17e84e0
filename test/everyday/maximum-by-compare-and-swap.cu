// A maximum of floats, as long as there is no atomic for it.
// expect: inconclusive
#include <cuda_runtime.h>

__device__ void atomicMaxFloat(float *address, float value) {
  int *as = (int *)address;
  int old = *as, assumed;
  do {
    assumed = old;
    if (__int_as_float(assumed) >= value) break;
    old = atomicCAS(as, assumed, __float_as_int(value)); // twin: *as = __float_as_int(value);
  } while (assumed != old);
}

__global__ void largest(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMaxFloat(out, in[i]);
}

void run(const float *in, float *out, int n) { largest<<<(n + 255) / 256, 256>>>(in, out, n); }
