// 65536 times 256 fits: every block has a row of its own.
// expect: race-free
// launch: grid 4 block 64
__global__ void number(int *a) {
  unsigned row = blockIdx.x * 65536u;
  a[row * 256u + threadIdx.x] = blockIdx.x;
}
