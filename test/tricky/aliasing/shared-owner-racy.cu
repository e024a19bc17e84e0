// Two owners share one buffer: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 5 with line 5
#include <memory>
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
static std::shared_ptr<int> allocated() {
  int *memory = nullptr;
  cudaMalloc(&memory, 64 * sizeof(int));
  return std::shared_ptr<int>(memory, [](int *p) { cudaFree(p); });
}
int main() {
  std::shared_ptr<int> a = allocated();
  std::shared_ptr<int> b = a;
  reverse<<<1, 64>>>(b.get(), a.get());
  return cudaDeviceSynchronize();
}
