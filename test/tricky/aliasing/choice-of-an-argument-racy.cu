// Without an argument on the command line the first choice is `b`, as is the other one: thread 0 writes what 63 reads.
// expect: racy line 4 with line 4
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main(int argc, char **argv) {
  int *a, *b, *c;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaMalloc(&c, 64 * sizeof(int));
  reverse<<<1, 64>>>(argc > 1 ? a : b, b);
  return cudaDeviceSynchronize();
}
