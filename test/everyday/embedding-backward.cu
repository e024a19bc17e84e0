// Rows of a table that several tokens share are added to by atomics.
// expect: race-free
#include <cuda_runtime.h>

__global__ void embeddingBackward(const int *tokens, const float *dout, float *dweight, int n, int width) {
  int t = blockIdx.x;
  if (t >= n) return;
  int row = tokens[t];
  for (int c = threadIdx.x; c < width; c += blockDim.x)
    atomicAdd(&dweight[(long)row * width + c], dout[(long)t * width + c]); // twin: dweight[(long)row * width + c] += dout[(long)t * width + c];
}

void run(const int *tokens, const float *dout, float *dweight, int n, int width) {
  embeddingBackward<<<n, 128>>>(tokens, dout, dweight, n, width);
}
