// Only 24 bits take part in the product: those of block 256 times 65536 are 0, as those of block 0.
// expect: racy line 6 with line 6
// launch: grid 512 block 64
__global__ void mark(char *a) {
  unsigned start = blockIdx.x * 65536u;
  a[__umul24(start, 2) + threadIdx.x] = 1;
}
