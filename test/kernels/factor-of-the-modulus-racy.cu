// 65536 times 65536 is 0 in 32 bits, whatever the launch is.
// expect: inter-block-race line 5 with line 5
__global__ void number(int *a) {
  unsigned row = blockIdx.x * 65536u;
  a[row * 65536u + threadIdx.x] = blockIdx.x;
}
