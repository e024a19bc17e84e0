// The same with rows that are known to end within a step; and with a loop that is made for what is left over, which it writes.
// expect: inter-block-race line 7 with line 7
// expect: inter-block-race line 12 with line 12
#include <cuda_runtime.h>
__global__ void fill(float *out, int n) {
  int row = blockIdx.x;
  for (int i = 0; i < n; i += 128) out[row * n + i + threadIdx.x] = row;
}

__global__ void fillUp(float *out, int n) {
  int row = blockIdx.x;
  for (int i = 0; i < (n + 127) / 128 * 128; i += 128) out[row * n + i + threadIdx.x] = row;
}

void run(float *out, int rows, int n) {
  fill<<<rows, 128>>>(out, 1000);
  fillUp<<<rows, 128>>>(out, n);
}
