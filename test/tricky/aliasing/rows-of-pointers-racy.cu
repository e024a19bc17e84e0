// Two entries of the table of rows are one row: thread 0 of blocks 0 and 1 both write its word 0.
// expect: racy line 4 with line 4
__global__ void number(int **rows) {
  rows[blockIdx.x][threadIdx.x] = blockIdx.x;
}
int main() {
  int *row[2], **rows;
  cudaMalloc(&row[0], 2 * 64 * sizeof(int));
  row[1] = row[0];
  cudaMalloc(&rows, sizeof(row));
  cudaMemcpy(rows, row, sizeof(row), cudaMemcpyHostToDevice);
  number<<<2, 64>>>(rows);
  return cudaDeviceSynchronize();
}
