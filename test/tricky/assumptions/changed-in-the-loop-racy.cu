// The loop's condition holds before n shrinks: the last launch has n = 32, and threads 0 and 32 both write a[0].
// expect: racy line 4 with line 4
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
int main() {
  int *a;
  unsigned n = 128;
  cudaMalloc(&a, 128 * sizeof(int));
  while (n >= 64) {
    n -= 32;
    scatter<<<1, 64>>>(a, n);
  }
  return cudaDeviceSynchronize();
}
