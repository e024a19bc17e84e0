// Both parts of the pair are one buffer: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 5 with line 5
#include <utility>
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  std::pair<int *, int *> buffers(a, a);
  reverse<<<1, 64>>>(buffers.first, buffers.second);
  return cudaDeviceSynchronize();
}
