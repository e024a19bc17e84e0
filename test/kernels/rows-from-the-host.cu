// The host fills the table of rows; two of its entries may be one row.
// expect: conditional: disjoint(*rows)
// expect: possible inter-block-race line 5 with line 5
__global__ void number(int **rows) {
  rows[blockIdx.x][threadIdx.x] = blockIdx.x;
}
int main() {
  int *row[2], **rows;
  cudaMalloc(&row[0], 256);
  row[1] = row[0];
  cudaMalloc(&rows, sizeof(row));
  cudaMemcpy(rows, row, sizeof(row), cudaMemcpyHostToDevice);
  number<<<2, 64>>>(rows);
}
