// Without the flag `p` is `b`: thread 63 writes b[0], and so does thread 0.
// expect: racy line 5 with line 6
__global__ void mark(int *a, int *b, int *c, bool flag) {
  int *p = flag ? a : b;
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
