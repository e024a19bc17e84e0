// Without the guard on the column a thread reaches into the next row.
// expect: inter-block-race line 8 with line 8
// launch: grid 4,4 block 16,16
__global__ void fill(int *a, int rows, int cols) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows) {
    a[row * cols + col] = col;
  }
}
