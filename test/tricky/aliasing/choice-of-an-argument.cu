// Whatever the first choice is, it is not `b`.
// expect: race-free
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main(int argc, char **argv) {
  int *a, *b, *c;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaMalloc(&c, 64 * sizeof(int));
  reverse<<<1, 64>>>(argc > 1 ? a : c, b);
  return cudaDeviceSynchronize();
}
