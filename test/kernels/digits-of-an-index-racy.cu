// An index is taken apart by the number of columns, and put together by the number of rows: where these differ, threads meet.
// expect: inter-block-race line 8 with line 8
__global__ void rows(float *out, const float *in, int rows, int columns, int channels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * columns) {
    int row = i / columns, column = i % columns;
    float *at = out + row * rows * channels + column * channels;
    for (int c = 0; c < channels; c++) at[c] = in[i];
  }
}
