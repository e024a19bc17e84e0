// The table leads to memory of which nobody says what is in it, and that says nothing of where two threads meet.
// expect: intra-warp-race line 12 with line 12
#include <cuda_runtime.h>

struct Table {
  const float *scale;
  const int *kind;
};

__global__ void scaled(const Table *tables, const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i / 2] = in[i] * tables[0].scale[i % 8] + tables[0].kind[i % 4] + i;
}

void run(const Table *tables, const float *in, float *out, int n) {
  scaled<<<(n + 255) / 256, 256>>>(tables, in, out, n);
}
