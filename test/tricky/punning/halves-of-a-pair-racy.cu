// A pair of halves is written at once, and half 2t + 2 is read: thread 0 reads what thread 1 writes.
// expect: racy line 6 with line 7
// launch: grid 1 block 64
#include <cuda_fp16.h>
__global__ void spread(__half *a, __half *out) {
  reinterpret_cast<__half2 *>(a)[threadIdx.x] = __floats2half2_rn(1.0f, 2.0f);
  out[threadIdx.x] = a[2 * threadIdx.x + 2];
}
