// Two threads share a row, and its column: that the table stays within a row does not help.
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/costs-compared-racy.cu:7)
// expect: possible inter-block-race line 7 with line 7
__global__ void save(const float *cost, const float *best, const int *column, float *sums, int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  if (cost[row] < best[row]) sums[row / 2 * columns + column[row / 2]] = best[row] - cost[row];
}

void launch(const float *cost, const float *best, const int *column, float *sums, int rows, int columns) {
  save<<<(rows + 255) / 256, 256>>>(cost, best, column, sums, rows, columns);
}
