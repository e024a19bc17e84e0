// A loop whose stride is the whole grid, and a grid that is the ceiling of a product of arguments.
// expect: race-free
__global__ void add(float *out, const float *bias, int rows, int steps, int columns) {
  int first = blockIdx.x * blockDim.x + threadIdx.x;
  int stride = blockDim.x * gridDim.x;
  for (int i = first; i < rows * steps * columns; i += stride) out[i] += bias[i % columns];
}

int blocksFor(int count, int size) { return (count + size - 1) / size; }

void launch(float *out, const float *bias, int rows, int steps, int columns, int side) {
  int block = side * side;
  add<<<blocksFor(columns * rows * steps, block), block>>>(out, bias, rows, steps, columns);
}
