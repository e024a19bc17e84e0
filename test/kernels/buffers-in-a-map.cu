// Which buffers a map holds is not followed.
// expect: inconclusive: out and in may be the same memory: what the host passes was not followed (test/kernels/buffers-in-a-map.cu:13)
#include <map>
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  std::map<int, int *> fields;
  int *a;
  cudaMalloc(&a, 256);
  fields[1] = a;
  fields[2] = a;
  reverse<<<1, 64>>>(fields[1], fields[2]);
}
