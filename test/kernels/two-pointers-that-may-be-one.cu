// Of two pairs of pointers that may be one, one races, and is asked about. Nothing comes of the other, so nothing is asked.
// expect: conditional: disjoint(out, in)
// expect: possible intra-block-race line 9 with line 9
#include <map>
__global__ void reverse(int *out, const int *flag, const int *in) {
  __shared__ int first;
  if (threadIdx.x == 0) first = flag[64];
  __syncthreads();
  if (first > 0) out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  std::map<int, int *> fields;
  int *a;
  cudaMalloc(&a, 260);
  fields[1] = a;
  fields[2] = a;
  fields[3] = a;
  reverse<<<1, 64>>>(fields[1], fields[2], fields[3]);
}
