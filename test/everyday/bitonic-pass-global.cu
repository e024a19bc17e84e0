// One pass of a sorting network: of a pair the lower index does the exchange.
// expect: race-free
// twin is a note
#include <cuda_runtime.h>

__global__ void bitonicStep(float *v, int j, int k) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  unsigned ixj = i ^ j;
  if (ixj > i) { // twin: {
    bool up = (i & k) == 0;
    float a = v[i], b = v[ixj];
    if (up ? a > b : a < b) {
      v[i] = b;
      v[ixj] = a;
    }
  }
}

void sort(float *v, int n) {
  for (int k = 2; k <= n; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) bitonicStep<<<n / 512, 512>>>(v, j, k);
}
