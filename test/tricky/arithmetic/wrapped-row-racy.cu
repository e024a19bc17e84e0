// 65536 times 65536 is 0 in 32 bits: thread 0 of every block writes a[0].
// expect: racy line 6 with line 6
// launch: grid 4 block 64
__global__ void number(int *a) {
  unsigned row = blockIdx.x * 65536u;
  a[row * 65536u + threadIdx.x] = blockIdx.x;
}
