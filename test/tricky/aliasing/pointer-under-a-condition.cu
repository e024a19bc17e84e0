// With an argument on the command line `b` becomes a third buffer, which is not `a` either.
// expect: race-free
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main(int argc, char **argv) {
  int *a, *b, *c;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaMalloc(&c, 64 * sizeof(int));
  if (argc > 1) b = c;
  reverse<<<1, 64>>>(b, a);
  return cudaDeviceSynchronize();
}
