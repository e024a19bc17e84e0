// What is left over is done by every block, with one result: a note at most.
// expect: conditional: idempotent(out)
#include <cuda_runtime.h>

__global__ void scaleAll(const float *in, float *out, float factor, int n) {
  int whole = n / 256 * 256;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < whole; i += gridDim.x * blockDim.x) out[i] = in[i] * factor;
  int rest = whole + threadIdx.x;
  if (rest < n) out[rest] = in[rest] * factor; // twin: if (rest < n) out[rest] = in[rest] * factor + blockIdx.x;
}

void run(const float *in, float *out, float factor, int n) { scaleAll<<<32, 256>>>(in, out, factor, n); }
