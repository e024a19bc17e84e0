// A loop whose stride is the whole grid, and a grid that is the ceiling of a product: two steps share an element.
// expect: inter-block-race line 6 with line 6
__global__ void add(float *out, const float *bias, int rows, int steps, int columns) {
  int first = blockIdx.x * blockDim.x + threadIdx.x;
  int stride = blockDim.x * gridDim.x;
  for (int i = first; i < rows * steps * columns; i += stride) out[i / 512] += bias[i % columns];
}

int blocksFor(int count, int size) { return (count + size - 1) / size; }

void launch(float *out, const float *bias, int rows, int steps, int columns) {
  add<<<blocksFor(columns * rows * steps, 256), 256>>>(out, bias, rows, steps, columns);
}
