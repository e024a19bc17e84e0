// No GPU runs such a block: nothing is shown of a launch that fails.
// expect: inconclusive: the block has 2048 threads, and no GPU runs more than 1024: the launch fails (test/kernels/block-too-large.cu:10)
#include <cuda_runtime.h>
__global__ void shift(int *out) {
  __shared__ int s[2048];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[(threadIdx.x + 1) % 2048];
}
void run(int *out) {
  shift<<<1, 2048>>>(out);
}
