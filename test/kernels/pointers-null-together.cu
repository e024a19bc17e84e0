// Between the two bounds one pointer is set and the other is null, although both lead to the same memory where they are set.
// expect: intra-block-race line 6 with line 6
__global__ void pick(int *out, int *in, int n) {
  int *first = n > 5 ? in : nullptr;
  int *second = n > 7 ? in : nullptr;
  if (first != second) out[0] = threadIdx.x;
}
int main() {
  int *out, *in;
  cudaMalloc(&out, sizeof(int));
  cudaMalloc(&in, sizeof(int));
  pick<<<1, 64>>>(out, in, 6);
}
