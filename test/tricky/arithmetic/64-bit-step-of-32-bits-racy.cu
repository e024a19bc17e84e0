// The step is 2^32 in 64 bits, but kept in 32 bits it is 0: all blocks write row 0.
// expect: racy line 4 with line 4
__global__ void number(int *a, unsigned step) {
  a[blockIdx.x * step + threadIdx.x] = blockIdx.x;
}
int main() {
  int *a;
  cudaMalloc(&a, 4 * 65536 * sizeof(int));
  unsigned long long step = 65536ull * 65536ull;
  number<<<4, 64>>>(a, static_cast<unsigned>(step));
  return cudaDeviceSynchronize();
}
