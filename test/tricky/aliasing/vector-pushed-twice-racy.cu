// The vector holds one buffer twice: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 5 with line 5
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
  buffers.push_back(a);
  reverse<<<1, 64>>>(buffers[0], buffers[1]);
  return cudaDeviceSynchronize();
}
