// Which buffers a map holds is not followed.
// expect: conditional: disjoint(out, in)
// expect: possible intra-block-race line 6 with line 6
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
