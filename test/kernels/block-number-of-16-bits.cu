// The number of the block is read as 16 bits: the 65536 first blocks have rows of their own, if these are as long as the block.
// expect: conditional: stride >= blockDim.x; gridDim.x <= 65535
// expect: possible inter-block-race line 6 with line 6
__global__ void fillRows(int *rows, long long stride) {
  unsigned short row = blockIdx.x;
  rows[row * stride + threadIdx.x] = threadIdx.x;
}
