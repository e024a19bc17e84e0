// Rows of `width` numbers, whose starts stand in memory.
// expect: conditional: segments(first, width)
// expect: possible inter-block-race line 5 with line 5
__global__ void number(const int *first, int *out, int width) {
  for (int i = threadIdx.x; i < width; i += blockDim.x) out[first[blockIdx.x] + i] = i + blockIdx.x;
}

void run(const int *first, int *out, int rows, int width) {
  number<<<rows, 64>>>(first, out, width);
}
