// expect: intra-block-race line 12 with line 17
// In the first block all sums but one are of nothing, and zero is stored on zero. To look at all of its 1,024 threads leaves no time for
// blocks in the middle of the grid, where sums are numbers: the two threads of the witness are looked at there first.
#include <cuda_runtime.h>

__global__ void rows(float *out, const float *in, int n) {
  __shared__ float part[32];
  int row = blockIdx.x;
  int lane = threadIdx.x % 32;
  in += blockIdx.y * n * n;
  float sum = 0;
  if (threadIdx.x < 32) part[threadIdx.x] = 0;
  for (int i = threadIdx.x; i < n * 64; i += 1024) sum += n;
  sum = 0;
  for (int i = threadIdx.x; i <= row; i += 1024) sum += in[row * n + i] * in[i];
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, offset);
  if (lane == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = part[lane];
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, offset);
  if (threadIdx.x == 0) out[blockIdx.y * n + row] = sum;
}

int main() {
  float *out, *in;
  cudaMalloc(&out, 48 * 1024 * sizeof(float));
  cudaMalloc(&in, 48ull * 1024 * 1024 * sizeof(float));
  rows<<<dim3(1024, 48), 1024>>>(out, in, 1024);
}
