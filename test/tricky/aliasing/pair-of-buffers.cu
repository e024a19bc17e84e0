// The parts of the pair are two buffers.
// expect: race-free
#include <utility>
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  std::pair<int *, int *> buffers(a, b);
  reverse<<<1, 64>>>(buffers.first, buffers.second);
  return cudaDeviceSynchronize();
}
