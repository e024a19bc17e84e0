// A vector is spread over the rows of a matrix, `size` elements apart. Memory of that size was asked for, so that it is
// not zero.
// fact: allocation
// without: inter-block-race line 8 with line 8, possible
// condition: size >= 1
__global__ void spread(float *rows, const float *vector, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.y == 0) rows[i * size] = vector[0];
}
#ifdef WITHOUT_FACT
void copyRows(float *rows, const float *vector, int count, int size) {
#else
void copyRows(const float *vector, int count, int size) {
  float *rows;
  cudaMalloc(&rows, size * sizeof(float));
#endif
  spread<<<count, dim3(32, 2)>>>(rows, vector, size);
}
