// Of five launches the fourth is of two blocks that read what the other one writes: it is the only one that has a stride of its own.
// expect: inter-block-race line 7 with line 7
__global__ void addTo(float *data, const float *sums, int stride) {
  __shared__ float sum;
  if (threadIdx.x == 0) sum = sums[blockIdx.x];
  __syncthreads();
  data[blockIdx.x * stride + threadIdx.x] += sum;
}

void addAll(int n) {
  float *data, *sums;
  cudaMalloc(&data, n * sizeof(float));
  cudaMalloc(&sums, n * sizeof(float));
  addTo<<<8, 256>>>(data, sums, 256);
  addTo<<<4, 128>>>(data, sums, 128);
  addTo<<<n / 512, 128>>>(data, sums, 512);
  addTo<<<2, 64>>>(data, sums, 32);
  addTo<<<16, 32>>>(data, sums, 64);
}
