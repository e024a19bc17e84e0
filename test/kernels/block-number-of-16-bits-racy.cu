// The number of the block is read as 16 bits, and there is one block more than these tell apart: it has the row of the first one.
// expect: inter-block-race line 6 with line 6
// launch: grid 65537 block 64
__global__ void fillRows(int *rows) {
  unsigned short row = blockIdx.x;
  rows[row * 64 + threadIdx.x] = blockIdx.x;
}
