// With an argument on the command line `b` becomes `a`: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 4 with line 4
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main(int argc, char **argv) {
  int *a, *b, *c;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaMalloc(&c, 64 * sizeof(int));
  if (argc > 1) b = a;
  reverse<<<1, 64>>>(b, a);
  return cudaDeviceSynchronize();
}
