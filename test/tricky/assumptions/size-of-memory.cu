// Memory is asked for, and the kernel launched, only when n is 64 or more.
// expect: race-free
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
static void run(unsigned n) {
  int *a;
  if (n < 64 || cudaMalloc(&a, n * sizeof(int)) != cudaSuccess) return;
  scatter<<<1, 64>>>(a, n);
}
int main() {
  run(32);
  return cudaDeviceSynchronize();
}
