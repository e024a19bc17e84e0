// All bits take part in the product.
// expect: race-free
// launch: grid 512 block 64
__global__ void mark(char *a) {
  unsigned start = blockIdx.x * 65536u;
  a[start * 2 + threadIdx.x] = 1;
}
