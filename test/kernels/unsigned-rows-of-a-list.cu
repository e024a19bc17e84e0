// Rows of a table that a list chooses; their elements are counted without signs, as mostly by the index of a block.
// expect: conditional: distinct(row)
// expect: possible inter-block-race line 5 with line 5
__global__ void scatter(const unsigned *row, const float *in, float *out, unsigned width) {
  for (unsigned i = threadIdx.x; i < width; i += blockDim.x) out[row[blockIdx.x] * width + i] = in[blockIdx.x * width + i];
}

void run(const unsigned *row, const float *in, float *out, unsigned rows, unsigned width) {
  scatter<<<rows, 256>>>(row, in, out, width);
}
