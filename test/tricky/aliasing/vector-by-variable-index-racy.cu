// In round 0 both indices are 0: thread 0 writes buffers[0][0] while thread 63 reads it.
// expect: racy line 5 with line 5
#include <vector>
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  std::vector<int *> buffers(8);
  for (int i = 0; i < 8; i++) cudaMalloc(&buffers[i], 64 * sizeof(int));
  for (int i = 0; i < 4; i++) reverse<<<1, 64>>>(buffers[i], buffers[2 * i]);
  return cudaDeviceSynchronize();
}
