// The stride is one block short: the last block of the grid does again what the first one does in its next step.
// expect: inter-block-race line 6 with line 6
__global__ void add(float *out, const float *bias, int rows, int steps, int columns) {
  int first = blockIdx.x * blockDim.x + threadIdx.x;
  int stride = blockDim.x * gridDim.x - blockDim.x;
  for (int i = first; i < rows * steps * columns; i += stride) out[i] += bias[i % columns];
}

int blocksFor(int count, int size) { return (count + size - 1) / size; }

void launch(float *out, const float *bias, int rows, int steps, int columns, int side) {
  int block = side * side;
  add<<<blocksFor(columns * rows * steps, block) / 2 + 1, block>>>(out, bias, rows, steps, columns);
}
