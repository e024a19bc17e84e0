// With or without the flag `p` is not `b`.
// expect: race-free
__global__ void mark(int *a, int *b, int *c, bool flag) {
  int *p = flag ? a : c;
  p[threadIdx.x] = 1;
  b[63 - threadIdx.x] = 2;
}
int main() {
  int *a, *b, *c;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaMalloc(&c, 64 * sizeof(int));
  mark<<<1, 64>>>(a, b, c, true);
  mark<<<1, 64>>>(a, b, c, false);
  return cudaDeviceSynchronize();
}
