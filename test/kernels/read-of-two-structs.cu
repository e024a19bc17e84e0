// expect: conditional: step >= cols
// expect: possible inter-block-race line 8 with line 8
// Sizes that come out of one struct or another are any numbers, and where one is the number of blocks as well, the two stay tied.
#include <cstddef>
#include <cuda_runtime.h>
__global__ void fill(float *out, int cols, int step) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column < cols) out[blockIdx.y * step + column] = 1.0f;
}
__global__ void tied(float *out, int blocks) {
  if (blocks == 1) out[threadIdx.x] = blockIdx.x;
}
struct Tensor { size_t rows, cols, step; };
void run(const Tensor *a, const Tensor *b, float *out, bool which) {
  const Tensor *t = which ? a : b;
  fill<<<dim3((t->cols + 127) / 128, t->rows), 128>>>(out, t->cols, t->step);
  tied<<<t->rows, 64>>>(out, t->rows);
}
// The distance of rows in elements, of bytes that nobody knows, divided by a size that nobody knows, is any number as well.
size_t sizeOfElement(int type);
void apart(const Tensor *t, float *out, int type) {
  fill<<<dim3((t->cols + 127) / 128, t->rows), 128>>>(out, t->cols, t->step / sizeOfElement(type));
}
