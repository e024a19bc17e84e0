// Distances between points: the cross terms are summed by one block, whose threads leave one result each per column.
// fact: sizes
// without: inter-block-race line 9 with line 9, possible
// condition: gridDim.x == 1
__global__ void crossTerms(const float *a, const float *b, float *cost, int rows, int columns) {
  for (int c = threadIdx.x; c < columns; c += blockDim.x) {
    float sum = 0;
    for (int r = 0; r < rows; r++) sum += a[r] * b[r * columns + c];
    cost[c] = sum;
  }
}
void distance(const float *a, const float *b, float *cost, int rows, int columns, int blocks) {
#ifndef WITHOUT_FACT
  blocks = 1;
#endif
  crossTerms<<<blocks, 512>>>(a, b, cost, rows, columns);
}
