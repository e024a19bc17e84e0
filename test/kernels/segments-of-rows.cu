// Each block writes the segment of its row, as long as a count says: nothing in the code keeps the segments apart.
// expect: conditional: segments(first, count)
// expect: possible inter-block-race line 7 with line 7
__global__ void expand(float *out, const int *first, const int *count, const float *value) {
  int row = blockIdx.x;
  for (int i = threadIdx.x; i < count[row]; i += blockDim.x)
    out[first[row] + i] = value[row];
}

void expand_rows(float *out, const int *first, const int *count, const float *value, int rows) {
  expand<<<rows, 128>>>(out, first, count, value);
}
