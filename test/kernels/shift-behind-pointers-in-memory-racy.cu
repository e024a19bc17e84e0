// Nobody knows where the rows lie, and all the same two threads meet in each: the run gives every pointer memory of its own.
// expect: intra-block-race line 11 with line 11
struct Row {
  float *values;
  float *sums;
};
__device__ Row rows[64];
__global__ void shift(int n) {
  const Row &row = rows[blockIdx.x];
  int i = threadIdx.x;
  if (i < n) row.values[i] = row.values[i + 1] + row.sums[i];
}
int main() {
  Row host[64];
  for (Row &row : host) {
    cudaMalloc(&row.values, 1024);
    cudaMalloc(&row.sums, 1024);
  }
  cudaMemcpyToSymbol(rows, host, sizeof host);
  shift<<<64, 128>>>(100);
}
