// t xor t / 2 is a code: every number has its own.
// expect: race-free
// launch: grid 1 block 64
__global__ void number(int *a) {
  a[threadIdx.x ^ (threadIdx.x >> 1)] = threadIdx.x;
}
