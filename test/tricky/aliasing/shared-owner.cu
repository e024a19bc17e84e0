// Two owners have a buffer each.
// expect: race-free
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
  std::shared_ptr<int> b = allocated();
  reverse<<<1, 64>>>(b.get(), a.get());
  return cudaDeviceSynchronize();
}
