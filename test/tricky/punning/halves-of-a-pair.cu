// A pair of halves is written at once, and half 2t + 1 is read.
// expect: race-free
// launch: grid 1 block 64
#include <cuda_fp16.h>
__global__ void spread(__half *a, __half *out) {
  reinterpret_cast<__half2 *>(a)[threadIdx.x] = __floats2half2_rn(1.0f, 2.0f);
  out[threadIdx.x] = a[2 * threadIdx.x + 1];
}
