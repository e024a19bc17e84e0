// A function that calls itself is followed for a few rounds only: what comes behind them is launched with anything.
// expect: conditional: width >= columns
// expect: possible inter-block-race line 6 with line 6
__global__ void filled(float *out, int columns, int width, int rows) {
  if (blockIdx.x >= rows) return;
  for (int i = threadIdx.x; i < columns; i += blockDim.x) out[blockIdx.x * width + i] = i;
}

void halved(float *out, int columns, int width, int rows) {
  filled<<<rows, 128>>>(out, columns, width, rows);
  if (width > 64) halved(out, columns, width / 2, rows);
}

void run(float *out, int columns, int rows) { halved(out, columns, columns, rows); }
