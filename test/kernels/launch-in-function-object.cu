// What a function object is called with is not followed.
// expect: conditional: disjoint(out, in)
// expect: possible intra-block-race line 6 with line 6
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
