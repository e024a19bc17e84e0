// What is read lies behind all that is written, if it lies far enough behind. With sizes below zero, "far enough" may be anything.
// expect: conditional: by >= gridDim.x * blockDim.x
// expect: possible inter-block-race line 6 with line 6
__global__ void shift(float *x, int n, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + by < n) x[i] = x[i + by];
}
