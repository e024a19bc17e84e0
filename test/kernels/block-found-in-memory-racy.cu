// How wide the block is stands in memory that nobody knows; every block shows that lanes hand rows over with no barrier.
// expect: intra-warp-race line 11 with line 12
#include <cuda_runtime.h>
struct Device {
  int cores, width;
};
const Device *devices();
int current();
__global__ void __launch_bounds__(128) turned(float *out, const float *in, int n) {
  __shared__ float rows[4][32];
  rows[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  float other = rows[threadIdx.y][threadIdx.x ^ 1];
  if (blockIdx.x < n) out[(blockIdx.x * 4 + threadIdx.y) * 32 + threadIdx.x] = other;
}
void run(float *out, const float *in, int n) {
  int width = devices()[current()].width;
  turned<<<n, dim3(width, 4)>>>(out, in, n);
}
