// Half of the columns lie in the row of the next block: its first half is written twice.
// gpurace: assume column[i] >= 0 && column[i] < width
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/unsigned-columns-of-a-list-racy.cu:7)
// expect: possible inter-block-race line 7 with line 7
__global__ void mark(const int *column, float *out, int width) {
  const unsigned half = width / 2;
  if (threadIdx.x < 2) out[blockIdx.x * half + column[2 * blockIdx.x + threadIdx.x]] = blockIdx.x;
}

void run(const int *column, float *out, int rows, int width) {
  mark<<<rows, 32>>>(column, out, width);
}
