// The first thread writes one number more than the first vector has.
// expect: racy line 9 with line 11
// launch: grid 4 block 64
#include <cstdint>
__global__ void edges(float *x, int n) {
  float4 *whole = (float4 *)((uintptr_t)x & ~(uintptr_t)15);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    for (int k = 0; k < 5; k++) x[k] = 0;
  else if (i < n)
    whole[i] = make_float4(1, 1, 1, 1);
}
