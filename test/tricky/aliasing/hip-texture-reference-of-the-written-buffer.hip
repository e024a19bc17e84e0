// The reference is bound to another buffer than the one that is written.
// expect: race-free
#include <hip/hip_runtime.h>
texture<int, hipTextureType1D, hipReadModeElementType> in;
__global__ void reverse(int *out) {
  out[threadIdx.x] = tex1Dfetch(in, 63 - threadIdx.x);
}
int main() {
  int *a, *b;
  hipMalloc(&a, 64 * sizeof(int));
  hipMalloc(&b, 64 * sizeof(int));
  hipBindTexture(nullptr, in, b, 64 * sizeof(int));
  hipLaunchKernelGGL(reverse, 1, 64, 0, 0, a);
  return hipDeviceSynchronize();
}
