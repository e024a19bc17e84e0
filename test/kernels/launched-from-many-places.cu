// Launched from five places with sizes that say nothing: one launch of any size stands for them.
// expect: race-free
__global__ void addTo(float *data, const float *sums, int from) {
  __shared__ float sum;
  if (threadIdx.x == 0) sum = sums[blockIdx.x];
  __syncthreads();
  int at = from + blockIdx.x * (blockDim.x << 1) + threadIdx.x;
  data[at] += sum;
  data[at + blockDim.x] += sum;
}

int blocksFor(float share);

void addAll(int n, int from, float share) {
  float *data, *sums;
  cudaMalloc(&data, n * sizeof(float));
  cudaMalloc(&sums, n * sizeof(float));
  addTo<<<blocksFor(share), 256>>>(data, sums, 0);
  addTo<<<blocksFor(share / 2), n / 2>>>(data, sums, from);
  addTo<<<n / 512, 128>>>(data, sums, 2 * from);
  addTo<<<1, n % 1024>>>(data, sums, n);
  addTo<<<blocksFor(share / 4) + 1, n / 4 + 1>>>(data, sums, 1);
}
