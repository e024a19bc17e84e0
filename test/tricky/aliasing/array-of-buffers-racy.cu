// The last of the three buffers is the first one: in round 2 thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 5 with line 5
#include <array>
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  std::array<int *, 4> buffers;
  for (int *&buffer : buffers) cudaMalloc(&buffer, 64 * sizeof(int));
  buffers[3] = buffers[2];
  for (int i = 0; i < 3; i++) reverse<<<1, 64>>>(buffers[i + 1], buffers[i]);
  return cudaDeviceSynchronize();
}
