// Which thread adds to its row hangs on fractions in memory; where in the row, on a table.
// expect: conditional: column[i] >= 0 && column[i] < columns
// expect: possible inter-block-race line 7 with line 7
__global__ void save(const float *cost, const float *best, const int *column, float *sums, int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  if (cost[row] < best[row]) sums[row * columns + column[row]] = best[row] - cost[row];
}

void launch(const float *cost, const float *best, const int *column, float *sums, int rows, int columns) {
  save<<<(rows + 255) / 256, 256>>>(cost, best, column, sums, rows, columns);
}
