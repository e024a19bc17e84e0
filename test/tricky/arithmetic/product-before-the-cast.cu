// The product is made in 64 bits.
// expect: race-free
// launch: grid 1024 block 256
__global__ void mark(char *a) {
  unsigned y = blockIdx.x * blockDim.x + threadIdx.x;
  a[static_cast<unsigned long long>(y) * 65536u] = 1;
}
