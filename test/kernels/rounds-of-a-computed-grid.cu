// A grid of a block for each 4,096 elements and for what is left, which threads go over in rounds, each with four elements.
// expect: race-free
__global__ void step(float *weights, float *momentum, int n) {
  const int end = 4096 * (n / 4096) + (n % 4096 == 0 ? 0 : 4096);
  for (unsigned i = blockIdx.x * blockDim.x * 4; i < end; i += gridDim.x * 1024 * 4) {
    int valid = n - i >= 4096 ? 4096 : n - i;
    for (int j = 0; j < 4; j++)
      if (threadIdx.x * 4 + j < valid) {
        momentum[i + threadIdx.x * 4 + j] *= 0.9f;
        weights[i + threadIdx.x * 4 + j] -= momentum[i + threadIdx.x * 4 + j];
      }
  }
}

void update(float *weights, float *momentum, int n) {
  int blocks = n / 4096;
  blocks = n % 4096 == 0 ? blocks : blocks + 1;
  step<<<blocks, 1024>>>(weights, momentum, n);
}
