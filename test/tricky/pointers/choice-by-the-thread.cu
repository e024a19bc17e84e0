// Threads with even numbers have `b`, those with odd ones `a`: of two that write one index each has another array.
// expect: race-free
__global__ void mark(int *a, int *b) {
  int *p = threadIdx.x % 2 ? a : b;
  p[threadIdx.x / 2] = threadIdx.x;
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  mark<<<1, 64>>>(a, b);
  return cudaDeviceSynchronize();
}
