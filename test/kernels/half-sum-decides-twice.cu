// The same sum of half-precision numbers has the same value each time: who writes and who reads are the same threads.
// expect: race-free
#include <cuda_fp16.h>
__global__ void keep(const __half *a, const __half *b, float *out) {
  __shared__ float kept;
  int i = blockIdx.x * 64;
  if (threadIdx.x == 0 && __hgt(__hadd(a[i], b[i]), __half(0.0f))) kept = 1.0f;
  __syncthreads();
  if (threadIdx.x == 1 && __hgt(__hadd(a[i], b[i]), __half(0.0f))) out[blockIdx.x] = kept;
  if (threadIdx.x == 0 && !__hgt(__hadd(a[i], b[i]), __half(0.0f))) kept = 0.0f;
}
void run(const __half *a, const __half *b, float *out) { keep<<<16, 64>>>(a, b, out); }
