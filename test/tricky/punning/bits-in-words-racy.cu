// 32 threads set bits of one word without an atomic: thread 0 writes bits[0] while thread 1 reads and writes it.
// expect: racy line 6 with line 6
// launch: grid 4 block 64
__global__ void set(unsigned *bits) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bits[i >> 5] |= 1u << (i & 31);
}
