// Where every size is a number, what a multiple of the block leaves of the index is the thread alone: four digits of one number,
// in another order, are that number all the same.
// expect: race-free
__global__ void headsLast(float *out, const float *in, int batches, int heads, int rows, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batches * heads * rows * width) return;
  int batch = i / (heads * rows * width);
  int rest = i % (heads * rows * width);
  int head = rest / (rows * width);
  rest %= rows * width;
  int row = rest / width;
  int column = rest % width;
  out[((batch * rows + row) * heads + head) * width + column] = in[i];
}

void run(float *out, const float *in) { headsLast<<<24576, 256>>>(out, in, 8, 12, 1024, 64); }
