// The parameter's first pointer, by a constant index and by one that is not.
// expect: inter-block-race line 8 with line 9
// expect: possible inter-block-race line 9 with line 9
// launch: grid 2,2 block 64
struct Buffers { int *p[4]; int n; };
__global__ void shift(Buffers buffers) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  buffers.p[blockIdx.y][i] = i;
  buffers.p[0][i + 1] = 0;
}
