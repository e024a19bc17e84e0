// The host passes what the kernel calls reachable.
// expect: race-free
__global__ void scatter(int *a, unsigned n) {
  if (n < 64) __builtin_unreachable();
  a[threadIdx.x % n] = threadIdx.x;
}
int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  scatter<<<1, 64>>>(a, 64);
  return cudaDeviceSynchronize();
}
