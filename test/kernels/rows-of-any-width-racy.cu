// A barrier of the warp where rows are as long as the host says: those of 27 threads cross from warp to warp, those of 32 do not.
// The largest block says nothing of smaller ones, whose warps have other threads.
// expect: intra-block-race line 7 with line 9
#include <cuda_runtime.h>
__global__ void turned(float *out, const float *in) {
  __shared__ float rows[4][32];
  rows[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  float other = rows[threadIdx.y][threadIdx.x ^ 1];
  out[(blockIdx.x * 4 + threadIdx.y) * 32 + threadIdx.x] = other;
}
void run(float *out, const float *in, int n, int width) {
  if (width < 1 || width > 32) return;
  turned<<<n, dim3(width, 4)>>>(out, in);
}
