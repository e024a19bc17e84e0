// That the rows are apart says nothing of two threads in one of them.
// expect: inter-block-race line 6 with line 6
// gpurace: assume disjoint(*rows)
__global__ void count(int **rows, int n) {
  int i = threadIdx.x;
  if (i < n) rows[blockIdx.x / 2][i] += 1;
}
int main() {
  int *row[2], **rows;
  cudaMalloc(&row[0], 256);
  cudaMalloc(&row[1], 256);
  cudaMalloc(&rows, sizeof(row));
  cudaMemcpy(rows, row, sizeof(row), cudaMemcpyHostToDevice);
  count<<<4, 64>>>(rows, 64);
}
