// What is left over is done by every block, with one result of a type that is assigned as a struct: a note at most.
// expect: inconclusive
#include <cuda_runtime.h>
#include <cuda_fp16.h>

__global__ void scaleAll(const __half *in, __half *out, float factor, int n) {
  int whole = n / 256 * 256;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < whole; i += gridDim.x * blockDim.x) out[i] = in[i];
  int rest = whole + threadIdx.x;
  if (rest < n) out[rest] = __float2half((float)in[rest] * factor); // twin: if (rest < n) out[rest] = __float2half((float)in[rest] * factor + blockIdx.x);
}

void run(const __half *in, __half *out, float factor, int n) { scaleAll<<<32, 256>>>(in, out, factor, n); }
