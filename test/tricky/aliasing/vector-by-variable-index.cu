// In every round the second index is four higher than the first one.
// expect: race-free
#include <vector>
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  std::vector<int *> buffers(8);
  for (int i = 0; i < 8; i++) cudaMalloc(&buffers[i], 64 * sizeof(int));
  for (int i = 0; i < 4; i++) reverse<<<1, 64>>>(buffers[i], buffers[4 + i]);
  return cudaDeviceSynchronize();
}
