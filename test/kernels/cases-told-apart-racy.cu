// Three buffers, and a launch with four of them; then a carry that the last case takes from its neighbours' rows.
// expect: inter-block-race line 10 with line 10
// expect: inter-block-race line 17 with line 18
// expect: inter-block-race line 18 with line 18
#include <cuda_runtime.h>

__global__ void splitHeads(float *q, float *k, float *v, const float *in, int width) {
  float *to = blockIdx.z == 0 ? q : blockIdx.z == 1 ? k : v;
  int at = blockIdx.x * width + threadIdx.x;
  to[at] = in[blockIdx.z * gridDim.x * width + at];
}

__global__ void smear(float *a, int width) {
  int at = blockIdx.z * width + threadIdx.x;
  if (threadIdx.x >= width) return;
  if (blockIdx.z == 0) a[at] = 0;
  else if (blockIdx.z == 1) a[at] = 1;
  else a[at] = a[at - width] + 1;
}

void run(float *q, float *k, float *v, const float *in, int batch, int width, int rows) {
  splitHeads<<<dim3(batch, 1, 4), width>>>(q, k, v, in, width);
  smear<<<dim3(1, 1, rows), 256>>>(q, width);
}
