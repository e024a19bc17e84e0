// Four elements a thread, and what is left over by the first threads of the grid.
// expect: race-free
// twin is a note
#include <cuda_runtime.h>

__global__ void dropoutBackward(const float *__restrict__ grad, const unsigned char *__restrict__ mask, float *__restrict__ out, float scale, int n) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  int vec = n / 4;
  for (int j = idx; j < vec; j += gridDim.x * blockDim.x) {
    float4 g = reinterpret_cast<const float4 *>(grad)[j];
    uchar4 m = reinterpret_cast<const uchar4 *>(mask)[j];
    reinterpret_cast<float4 *>(out)[j] = make_float4(g.x * scale * m.x, g.y * scale * m.y, g.z * scale * m.z, g.w * scale * m.w);
  }
  int rest = vec * 4 + idx; // twin: int rest = vec * 4 + idx / 2;
  if (rest < n) out[rest] = grad[rest] * scale * mask[rest]; // twin: if (rest < n) out[rest] = grad[rest] * scale * mask[rest] + idx;
}

void run(const float *grad, const unsigned char *mask, float *out, float scale, int n) {
  dropoutBackward<<<64, 256>>>(grad, mask, out, scale, n);
}
