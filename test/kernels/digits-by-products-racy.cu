// The index is taken apart, and put together without its last digit: all columns of a row meet.
// expect: inter-block-race line 7 with line 7
__global__ void quotients(float *out, const float *in, int batches, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < batches * rows * columns) {
    int batch = i / (rows * columns), row = (i / columns) % rows;
    out[batch * rows * columns + row * columns] = in[i];
  }
}
