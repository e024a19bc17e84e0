// The pointer's low bits decide where vectors begin: that it points to the start of an allocation has to be said.
// expect: race-free
// assuming: x start allocation
// launch: grid 4 block 64
#include <cstdint>
__global__ void edges(float *x, int n) {
  float4 *whole = (float4 *)((uintptr_t)x & ~(uintptr_t)15);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    for (int k = 0; k < 4; k++) x[k] = 0;
  else if (i < n)
    whole[i] = make_float4(1, 1, 1, 1);
}
