// An instance of a template has a race in the launch in which another one has it; by itself it takes the solver products of unknowns.
// expect: intra-block-race line 10 with line 12
template <bool squares>
__global__ void turn(const float *in, float *out, int rows, int columns, int depth) {
  extern __shared__ float part[];
  if (squares && columns * columns != depth * rows * rows * 16) return;
  for (int row = blockIdx.x; row < rows; row += gridDim.x)
    for (int column = threadIdx.x; column < columns; column += blockDim.x) {
      int at = row * columns + column;
      part[threadIdx.x] = in[at];
      // A barrier is missing.
      out[at] = part[blockDim.x - 1 - threadIdx.x];
    }
}
void launch(const float *in, float *out, int rows, int columns, int depth, bool squares) {
  if (!squares) turn<false><<<rows, 256, 1024>>>(in, out, rows, columns, depth);
  else turn<true><<<rows, 256, 1024>>>(in, out, rows, columns, depth);
}
