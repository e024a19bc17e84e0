// An index is taken apart into four digits and put together in another order, and the last digit is forgotten: the threads of a
// row write one element.
// expect: inter-block-race line 13 with line 13
__global__ void unpermute(float *out, const float *in, int batches, int rows, int heads, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batches * heads * rows * width) return;
  int batch = i / (heads * rows * width);
  int rest = i % (heads * rows * width);
  int head = rest / (rows * width);
  rest = rest % (rows * width);
  int row = rest / width;
  int column = rest % width;
  out[batch * rows * heads * width + row * heads * width + head * width] = in[i] + column;
}
