// Sizes come as `size_t` and are handed on as `int`. Each fits, or the program would have no launch that is any use.
// expect: race-free
__global__ void fill(float *m, int columns) {
  for (int c = threadIdx.x; c < columns; c += blockDim.x) m[(size_t)blockIdx.x * columns + c] = c;
}

void go(float *m, const size_t *shape) {
  const int rows = shape[0] * shape[1];
  fill<<<rows, 128>>>(m, shape[2]);
}
