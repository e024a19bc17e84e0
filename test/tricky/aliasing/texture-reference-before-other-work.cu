// What is called between binding and launching does not change that the reference is bound to another buffer.
// expect: race-free
#include <cstdio>
#include <vector>
texture<int> in;
__global__ void reverse(int *out) {
  out[threadIdx.x] = tex1Dfetch(in, 63 - threadIdx.x);
}
void report(const char *text);
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  in.normalized = 0;
  in.filterMode = cudaFilterModePoint;
  cudaChannelFormatDesc words = cudaCreateChannelDesc<int>();
  if (cudaBindTexture(nullptr, in, b, words, 64 * sizeof(int)) != cudaSuccess) return 1;
  std::vector<int> zeros(64);
  cudaMemcpy(b, zeros.data(), 64 * sizeof(int), cudaMemcpyHostToDevice);
  report("bound");
  reverse<<<1, 64>>>(a);
  return cudaDeviceSynchronize();
}
