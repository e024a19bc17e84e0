// What is said of the pointers in `grids` goes for those that they lead to: each row of each grid is memory of its own.
// expect: race-free
// gpurace: assume disjoint(*grids)
__global__ void clear(float ***grids, int columns) {
  for (int column = threadIdx.x; column < columns; column += blockDim.x) grids[blockIdx.y][blockIdx.x][column] = 0;
}
int main(int argc, char **argv) {
  float *row[4], **grid[1], ***grids;
  for (float *&one : row) cudaMalloc(&one, 1024);
  cudaMalloc(&grid[0], sizeof(row));
  cudaMemcpy(grid[0], row, sizeof(row), cudaMemcpyHostToDevice);
  cudaMalloc(&grids, sizeof(grid));
  cudaMemcpy(grids, grid, sizeof(grid), cudaMemcpyHostToDevice);
  clear<<<dim3(4, 1), 64>>>(grids, 256);
}
