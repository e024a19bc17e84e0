// Whoever finds it writes the same: a note, and no error.
// expect: conditional: idempotent(found)
#include <cuda_runtime.h>

__global__ void contains(const int *data, int n, int wanted, int *found) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && data[i] == wanted) *found = 1; // twin: if (i < n && data[i] == wanted) *found = i;
}

void run(const int *data, int n, int wanted, int *found) {
  cudaMemset(found, 0, sizeof(int));
  contains<<<(n + 255) / 256, 256>>>(data, n, wanted, found);
}
