// The same with rows that overlap by one element.
// expect: inter-block-race line 5 with line 5
__global__ void fill(float *m, unsigned long long columns) {
  unsigned row = gridDim.x - (blockIdx.x + 1);
  for (int c = (int)columns - (int)threadIdx.x; c >= 0; c -= (int)blockDim.x) m[row * columns + (size_t)c] = c;
}

void go(float *m, size_t rows, int columns) { fill<<<rows, 128>>>(m, columns); }
