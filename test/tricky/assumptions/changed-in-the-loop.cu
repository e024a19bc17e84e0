// The launch comes before n shrinks, so that the loop's condition still holds.
// expect: race-free
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
int main() {
  int *a;
  unsigned n = 128;
  cudaMalloc(&a, 128 * sizeof(int));
  while (n >= 64) {
    scatter<<<1, 64>>>(a, n);
    n -= 32;
  }
  return cudaDeviceSynchronize();
}
