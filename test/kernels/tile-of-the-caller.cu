// The block is the caller's, and the stride of the rows stands in a struct. Two blocks write the same row only with more rows to a
// block than a tile has, or with rows that are shorter than their columns: neither is usual.
// expect: conditional: shape.stride >= shape.columns; blockDim.y <= 16
// expect: possible inter-block-race line 15 with line 15
struct Shape {
  int rows;
  int columns;
  int stride;
};

__global__ void turn(float *out, const float *in, Shape shape) {
  int row = blockIdx.y * 16 + threadIdx.y;
  int column = blockIdx.x * 16 + threadIdx.x;
  if (row < shape.rows && column < shape.columns)
    out[row * shape.stride + column] = in[column * shape.rows + row];
}

void launch(float *out, const float *in, Shape shape, dim3 blocks, dim3 threads) {
  if (threads.x == 16) turn<<<blocks, threads>>>(out, in, shape);
}
