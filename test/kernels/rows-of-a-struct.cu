// The sizes stand in a struct. Blocks write different rows as long as a row is no longer than the stride.
// expect: conditional: shape.stride >= shape.columns
// expect: possible inter-block-race line 15 with line 15
struct Shape {
  int rows;
  int columns;
  int stride;
};

__global__ void fill(const float *in, float *out, Shape shape) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= shape.rows || column >= shape.columns)
    return;
  out[row * shape.stride + column] = in[row * shape.columns + column];
}
