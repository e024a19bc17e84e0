// expect: race-free
// Numbers of 16 and 8 bits, made and changed in all the ways that their classes have.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
__global__ void halves(__half *out, __half2 *pairs, volatile __half *seen, long long count, unsigned long all) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  constexpr __half2_raw zero = {0x0000, 0x0000};
  __half2 pair = __half2(zero);
  const __half2_raw bits = pair;
  pair++;
  --pair;
  if (pair == __half2(bits) && !(pair < pair)) pair = __half2(__half(count), __half(all));
  pairs[i] = pair;
  __half one = __half_raw{0x3c00};
  one++;
  one = 3LL;
  one = __half_raw{0x3c00};
  seen[i] = one;
  const __half_raw again = seen[i];
  out[i] = __half(again);
}
__global__ void brains(__nv_bfloat16 *out, __nv_bfloat162 *pairs, unsigned long long count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  constexpr __nv_bfloat162_raw zero = {0, 0};
  __nv_bfloat162 pair = __nv_bfloat162(zero);
  if (pair != pair) ++pair;
  pairs[i] = pair;
  __nv_bfloat16 one = __nv_bfloat16(count);
  one--;
  out[i] = one;
}
__global__ void eighths(unsigned char *out, __half2 *pairs, const __nv_fp8_e4m3 *in, const __nv_fp8x2_e5m2 *two) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = static_cast<unsigned char>(in[i]);
  pairs[i] = static_cast<__half2>(two[i]);
}
