// The step is 2^16, and kept in 32 bits it stays so.
// expect: race-free
__global__ void number(int *a, unsigned step) {
  a[blockIdx.x * step + threadIdx.x] = blockIdx.x;
}
int main() {
  int *a;
  cudaMalloc(&a, 4 * 65536 * sizeof(int));
  unsigned long long step = 256ull * 256ull;
  number<<<4, 64>>>(a, static_cast<unsigned>(step));
  return cudaDeviceSynchronize();
}
