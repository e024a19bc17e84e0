// The function object is called with one buffer for both: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 5 with line 5
#include <functional>
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  std::function<void(int *, const int *)> run = [](int *out, const int *in) { reverse<<<1, 64>>>(out, in); };
  run(a, a);
  return cudaDeviceSynchronize();
}
