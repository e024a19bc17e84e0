// expect: race-free
// Blocks in two dimensions, of a number of threads that is a square.
__global__ void label(int *labels, const int *values, int n) {
  int block = blockIdx.y * gridDim.x + blockIdx.x;
  int i = block * blockDim.x * blockDim.y + threadIdx.x;
  if (i < n) labels[i] = values[i] + 1;
}

void run(int *labels, int *values, int n, int blocks, int side) {
  label<<<dim3(blocks, blocks), side * side>>>(labels, values, n);
}
