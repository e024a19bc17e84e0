// An index is taken apart by the sizes of a tensor and put together again, and each thread writes one channel too many: the first
// of the next thread.
// expect: inter-block-race line 9 with line 9
__global__ void rows(float *out, const float *in, int rows, int columns, int channels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * columns) {
    int row = i / columns, column = i % columns;
    float *at = out + row * columns * channels + column * channels;
    for (int c = 0; c <= channels; c++) at[c] = in[i];
  }
}
