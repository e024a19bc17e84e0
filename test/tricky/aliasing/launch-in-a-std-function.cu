// The function object is called with two buffers.
// expect: race-free
#include <functional>
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  std::function<void(int *, const int *)> run = [](int *out, const int *in) { reverse<<<1, 64>>>(out, in); };
  run(a, b);
  return cudaDeviceSynchronize();
}
