// The kernel assumes what the host keeps.
// expect: race-free
__global__ void scatter(int *a, unsigned n) {
  __builtin_assume(n >= 64);
  a[threadIdx.x % n] = threadIdx.x;
}
int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  scatter<<<1, 64>>>(a, 64);
  return cudaDeviceSynchronize();
}
