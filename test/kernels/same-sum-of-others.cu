// No sums that all have: of numbers that each thread has for itself, and of another count of numbers. Of numbers that others write between
// barriers all read the same.
// expect: intra-block-race line 12 with line 12
// expect: inconclusive: a possible intra-block-race was neither proved nor ruled out (test/kernels/same-sum-of-others.cu:18)
// expect: possible intra-block-race line 18 with line 18
// expect: intra-block-race line 24 with line 24
// expect: conditional: idempotent(sums)
// expect: possible intra-block-race line 35 with line 35
__global__ void own_numbers(const float *in, float *sums, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += in[(blockIdx.x * n + i) * blockDim.x + threadIdx.x];
  sums[blockIdx.x] = sum;
}

__global__ void own_count(const float *in, float *sums, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i++) sum += in[blockIdx.x * n + i];
  sums[blockIdx.x] = sum;
}

__global__ void own_start(const float *in, float *sums, int n) {
  float sum = in[threadIdx.x];
  for (int i = 0; i < n; i++) sum += in[blockIdx.x * n + i];
  sums[blockIdx.x] = sum;
}

__global__ void written_meanwhile(float *numbers, float *sums, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) {
    sum += numbers[blockIdx.x];
    __syncthreads();
    if (threadIdx.x == 5) numbers[blockIdx.x] = i;
    __syncthreads();
  }
  sums[blockIdx.x] = sum;
}

void launch(const float *in, float *numbers, float *sums, int rows, int n) {
  own_numbers<<<rows, 64>>>(in, sums, n);
  own_count<<<rows, 64>>>(in, sums, n);
  own_start<<<rows, 64>>>(in, sums, n);
  written_meanwhile<<<rows, 64>>>(numbers, sums, n);
}
