// The vector holds two buffers.
// expect: race-free
#include <vector>
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  std::vector<int *> buffers;
  buffers.push_back(a);
  buffers.push_back(b);
  reverse<<<1, 64>>>(buffers[0], buffers[1]);
  return cudaDeviceSynchronize();
}
