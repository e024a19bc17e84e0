// Half precision: arithmetic, exchanges, atomic operations; a sum that is added to without one.
// race 1: intra-block-race
#include <cuda_fp16.h>
#include <cstdio>

__global__ void halves(const half2 *in, half2 *out, half *sums) {
  half2 x = __hfma2(in[threadIdx.x], __float2half2_rn(2.0f), __float2half2_rn(0.5f));
  out[threadIdx.x] = x;
  half next = __shfl_down_sync(0xffffffff, __low2half(x), 1);
  if (threadIdx.x % 32 == 3) out[threadIdx.x] = __halves2half2(next, next);
  atomicAdd(&sums[0], __float2half(1.0f));
  if (threadIdx.x % 32 == 0) {
    sums[1] = __hadd(sums[1], sums[2]);           // race 1 race 1
  }
}

int main() {
  half2 *in, *out;
  half *sums;
  cudaMallocManaged(&in, 64 * sizeof(half2));
  cudaMallocManaged(&out, 64 * sizeof(half2));
  cudaMallocManaged(&sums, 3 * sizeof(half));
  for (int i = 0; i < 64; i++) in[i] = __floats2half2_rn(i, i / 8.0f);
  for (int i = 0; i < 3; i++) sums[i] = __float2half(0.0f);
  halves<<<1, 64>>>(in, out, sums);
  cudaDeviceSynchronize();
  printf("%.4f %.4f %.1f %.1f\n", __low2float(out[3]), __high2float(out[9]), __half2float(sums[0]), __half2float(sums[1]));
}
// prints: 8.5000 2.7500 64.0 0.0
