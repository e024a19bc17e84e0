// Row and column of a matrix, guarded by its size.
// expect: race-free
// launch: grid 4,4 block 16,16
__global__ void scale(float *a, int rows, int cols) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) a[row * cols + col] *= 2.0f;
}
