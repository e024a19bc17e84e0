// The array holds four buffers, and each round has two of them that are not the same.
// expect: race-free
#include <array>
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  std::array<int *, 4> buffers;
  for (int *&buffer : buffers) cudaMalloc(&buffer, 64 * sizeof(int));
  for (int i = 0; i < 3; i++) reverse<<<1, 64>>>(buffers[i + 1], buffers[i]);
  return cudaDeviceSynchronize();
}
