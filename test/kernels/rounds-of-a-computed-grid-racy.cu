// A grid of a block for each 4,096 elements and for what is left, where each thread sets one element of its neighbour's, too.
// expect: intra-block-race line 9 with line 9
__global__ void step(float *weights, int n) {
  const int end = 4096 * (n / 4096) + (n % 4096 == 0 ? 0 : 4096);
  for (unsigned i = blockIdx.x * blockDim.x * 4; i < end; i += gridDim.x * 1024 * 4) {
    int valid = n - i >= 4096 ? 4096 : n - i;
    for (int j = 0; j < 5; j++)
      if (threadIdx.x * 4 + j < valid)
        weights[i + threadIdx.x * 4 + j] = j;
  }
}

void update(float *weights, int n) {
  int blocks = n / 4096;
  blocks = n % 4096 == 0 ? blocks : blocks + 1;
  step<<<blocks, 1024>>>(weights, n);
}
