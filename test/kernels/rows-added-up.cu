// Rows of gradients are added to the rows that an index names. Several may name one, and nothing is atomic.
// expect: inter-block-race line 5 with line 5
__global__ void addRows(const int *target, const float *gradients, float *sums, int width) {
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    sums[target[blockIdx.x] * width + i] += gradients[blockIdx.x * width + i];
}

void launch(const int *target, const float *gradients, float *sums, int width, int count) {
  addRows<<<count, 128>>>(target, gradients, sums, width);
}
