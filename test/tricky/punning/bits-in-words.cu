// 32 threads set bits of one word, each atomically.
// expect: race-free
// launch: grid 4 block 64
__global__ void set(unsigned *bits) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicOr(&bits[i >> 5], 1u << (i & 31));
}
