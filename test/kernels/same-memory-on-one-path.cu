// With an argument both lead to one buffer.
// expect: intra-block-race line 4 with line 4
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main(int argc, char **argv) {
  int *a, *b, *c;
  cudaMalloc(&a, 256);
  cudaMalloc(&b, 256);
  cudaMalloc(&c, 256);
  if (argc > 1) b = a;
  reverse<<<1, 64>>>(b, a);
}
