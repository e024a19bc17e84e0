// An index is taken apart by products of sizes, in two spellings, and put together again.
// expect: race-free
__global__ void quotients(float *out, const float *in, int batches, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < batches * rows * columns) {
    int batch = i / (rows * columns), row = (i / columns) % rows, column = i % columns;
    out[batch * rows * columns + row * columns + column] = in[batch * rows + row];
  }
}

__global__ void remainders(float *out, const float *in, int batches, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < batches * rows * columns) {
    int batch = i / (rows * columns), row = i % (rows * columns) / columns, column = i % columns;
    out[batch * rows * columns + row * columns + column] = in[batch * rows + row];
  }
}
