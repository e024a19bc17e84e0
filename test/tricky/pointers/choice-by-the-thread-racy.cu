// Threads 2 and 3 both have `a`, and both write its word 1.
// expect: racy line 5 with line 5
__global__ void mark(int *a, int *b) {
  int *p = threadIdx.x % 4 ? a : b;
  p[threadIdx.x / 2] = threadIdx.x;
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  mark<<<1, 64>>>(a, b);
  return cudaDeviceSynchronize();
}
