// Sums of pairs of half-precision numbers, without a barrier between the rounds.
// expect: intra-warp-race line 10 with line 10
#include <cuda_fp16.h>
__global__ void sum(const __half2 *in, __half2 *out) {
  __shared__ __half2 part[64];
  int t = threadIdx.x;
  part[t] = __hfma2(in[blockIdx.x * 64 + t], in[t], __float2half2_rn(1.0f));
  __syncthreads();
  for (int step = 32; step > 0; step /= 2) {
    if (t < step) part[t] = __hadd2(part[t], part[t + step]);
  }
  __syncthreads();
  if (t == 0) out[blockIdx.x] = part[0];
}
void run(const __half2 *in, __half2 *out) { sum<<<16, 64>>>(in, out); }
