// What a function object is called with is not followed.
// expect: inconclusive: out and in may be the same memory: what the host passes was not followed (test/kernels/launch-in-function-object.cu:10)
#include <functional>
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *a;
  cudaMalloc(&a, 256);
  std::function<void(int *, int *)> run = [](int *out, int *in) { reverse<<<1, 64>>>(out, in); };
  run(a, a);
}
