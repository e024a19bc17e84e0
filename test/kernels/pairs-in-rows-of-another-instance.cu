// Nothing hangs on the stride in the launch in which the other instance races. This one reads pairs, which fault in rows of one element.
// expect: intra-block-race line 11 with line 13
template <bool squares>
__global__ void turn(const float *in, float *out, int rows, int columns, int depth, int stride) {
  extern __shared__ float part[];
  if (depth < 2 || (squares && columns * columns != depth * rows * rows * 8)) return;
  for (int row = blockIdx.x; row < rows; row += gridDim.x)
    for (int column = threadIdx.x; column < columns; column += blockDim.x) {
      const float *first = in + (row + 1) * stride;
      float2 pair = squares ? *(const float2 *)(first + 2 * column) : make_float2(first[column], 0);
      part[threadIdx.x] = pair.x + pair.y;
      // A barrier is missing.
      out[row * columns + column] = part[blockDim.x - 1 - threadIdx.x];
    }
}
void launch(const float *in, float *out, int rows, int columns, int depth, int stride, bool squares) {
  if (!squares) turn<false><<<rows, 256, 1024>>>(in, out, rows, columns, depth, stride);
  else turn<true><<<rows, 256, 1024>>>(in, out, rows, columns, depth, stride);
}
