// Whatever the table of rows holds: each block writes a part of the rows that is its own.
// expect: race-free
__global__ void number(int **rows) {
  rows[0][64 * blockIdx.x + threadIdx.x] = blockIdx.x;
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
