// The two buffers may be one, and nobody sees whether they are: that eight blocks are not one does not make them two.
// expect: conditional: disjoint(in, out)
// expect: possible inter-block-race line 10 with line 17
#include <cuda_runtime.h>
#include <stdlib.h>
// gpurace: assume disjoint(in, out) || gridDim.x == 1
__global__ void sums(const float *in, float *out, int n) {
  __shared__ float part[128];
  float own = 0;
  for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) own += in[i];
  part[threadIdx.x] = own;
  __syncthreads();
  for (int step = 64; step > 0; step /= 2) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}
struct Table {
  float *buffers[8];
  int used;
};
void run(Table *table, int n) {
  sums<<<8, 128>>>(table->buffers[n % 8], table->buffers[table->used], n);
}
