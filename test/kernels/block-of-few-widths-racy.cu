// How wide the block is stands in memory that nobody knows, but the host asks for one of two widths: either shows the race.
// expect: intra-block-race line 10 with line 11
#include <cuda_runtime.h>
struct Device {
  int cores, width;
};
const Device *devices();
__global__ void turned(float *out, const float *in) {
  __shared__ float row[128];
  row[threadIdx.x] = in[threadIdx.x];
  float other = row[threadIdx.x ^ 32];
  out[blockIdx.x * blockDim.x + threadIdx.x] = other;
}
void run(float *out, const float *in, int n) {
  int width = devices()->width;
  if (width == 64 || width == 128) turned<<<n, width>>>(out, in);
}
