// A vector is spread over the rows of a matrix, `size` elements apart. Memory of that size was asked for, so that it is
// not zero.
// fact: allocation
__global__ void spread(float *rows, const float *vector, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.y == 0) rows[i * size] = vector[0];
}
void copyRows(float *vector, int count, int size) {
  float *rows;
#ifdef WITHOUT_FACT
  rows = vector + 1;
#else
  cudaMalloc(&rows, size * sizeof(float));
#endif
  spread<<<count, dim3(32, 2)>>>(rows, vector, size);
}
