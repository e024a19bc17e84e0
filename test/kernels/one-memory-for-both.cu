// A comment states that the two pointers lead to different memory, and a launch passes one for both. No two threads race
// all the same; but what is stated is not so.
// expect: inconclusive: the launch passes one memory for both: disjoint(in, out) (test/kernels/one-memory-for-both.cu:14)
#include <cuda_runtime.h>
// gpurace: assume disjoint(in, out)
__global__ void twice(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}

void launch(int n) {
  int *memory;
  cudaMalloc(&memory, n * sizeof(int));
  twice<<<(n + 255) / 256, 256>>>(memory, memory, n);
}
