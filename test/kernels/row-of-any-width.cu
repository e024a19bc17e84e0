// The same with one row in a block: which threads are a warp does not hang on how long it is.
// expect: race-free
#include <cuda_runtime.h>
__global__ void turned(float *out, const float *in) {
  __shared__ float row[1024];
  row[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  float other = row[threadIdx.x ^ 1];
  out[blockIdx.x * 1024 + threadIdx.x] = other;
}
void run(float *out, const float *in, int n, int width) {
  if (width < 1 || width > 1024) return;
  turned<<<n, width>>>(out, in);
}
