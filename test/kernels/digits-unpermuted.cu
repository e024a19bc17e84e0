// An index is taken apart into four digits and put together in another order, as tensors are permuted. All sizes are given at
// run time.
// expect: race-free
__global__ void unpermute(float *out, const float *in, int batches, int rows, int heads, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batches * heads * rows * width) return;
  int batch = i / (heads * rows * width);
  int rest = i % (heads * rows * width);
  int head = rest / (rows * width);
  rest = rest % (rows * width);
  int row = rest / width;
  int column = rest % width;
  out[batch * rows * heads * width + row * heads * width + head * width + column] = in[i];
}
