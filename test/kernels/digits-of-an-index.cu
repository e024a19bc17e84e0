// An index is taken apart by the sizes of a tensor and put together again; the places of two threads differ as their indices do.
// expect: race-free
__global__ void rows(float *out, const float *in, int rows, int columns, int channels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * columns) {
    int row = i / columns, column = i % columns;
    float *at = out + row * columns * channels + column * channels;
    for (int c = 0; c < channels; c++) at[c] = in[c];
  }
}

__global__ void cells(float *out, const float *in, unsigned rows, unsigned columns, unsigned channels) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * columns * channels) {
    unsigned cell = i / channels, channel = i % channels;
    unsigned row = cell / columns, column = cell % columns;
    out[row * columns * channels + column * channels + channel] = in[channel];
  }
}
