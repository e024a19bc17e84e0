// The same, and each row writes one element more than its count: with segments that follow each other it is the next one's first.
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/segments-of-rows-and-one.cu:7)
// expect: possible inter-block-race line 7 with line 7
__global__ void expand(float *out, const int *first, const int *count, const float *value) {
  int row = blockIdx.x;
  for (int i = threadIdx.x; i <= count[row]; i += blockDim.x)
    out[first[row] + i] = value[row];
}

void expand_rows(float *out, const int *first, const int *count, const float *value, int rows) {
  expand<<<rows, 128>>>(out, first, count, value);
}
