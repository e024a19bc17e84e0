// Every block goes through the same elements: whatever these say, two blocks get to one place.
// expect: inter-block-race line 7 with line 7
#include <cuda_runtime.h>
__global__ void scatter(float *out, const int *places, int n) {
  int i = threadIdx.x;
  // Which block comes last is open.
  if (i < n) out[places[i]] = blockIdx.x;
}

void run(float *out, const int *places, int n) { scatter<<<8, 256>>>(out, places, n); }
