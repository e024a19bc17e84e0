// The same without a barrier between what is read in one step and what is loaded in the next.
// expect: inconclusive: a possible intra-block-race was neither proved nor ruled out (test/kernels/rounds-in-a-round-racy.cu:11)
// expect: inconclusive: a possible intra-block-race was neither proved nor ruled out (test/kernels/rounds-in-a-round-racy.cu:25)
// expect: possible intra-block-race line 11 with line 14
// expect: possible intra-block-race line 25 with line 28
__device__ bool oneStep(float *tile, const float *in, unsigned from, unsigned end, float &sum) {
#pragma unroll
  for (unsigned step = 0; step < 1; ++step) {
    const unsigned first = from + 256u * step;
    if (first >= end) break;
    if (first + threadIdx.x < end) tile[threadIdx.x] = in[first + threadIdx.x];
    __syncthreads();
    const unsigned size = min(256u, end - first);
    for (unsigned i = 0; i < size && sum < 1.f; ++i) sum += tile[i];
    if (first + 256u >= end) return true;
  }
  return false;
}

__device__ bool twoSteps(float *tile, const float *in, unsigned from, unsigned end, float &sum) {
#pragma unroll
  for (unsigned step = 0; step < 2; ++step) {
    const unsigned first = from + 256u * step;
    if (first >= end) break;
    if (first + threadIdx.x < end) tile[threadIdx.x] = in[first + threadIdx.x];
    __syncthreads();
    const unsigned size = min(256u, end - first);
    for (unsigned i = 0; i < size && sum < 1.f; ++i) sum += tile[i];
    if (first + 256u >= end) return true;
  }
  return false;
}

__global__ __launch_bounds__(256) void inSteps(const int *starts, const float *__restrict__ in, float *__restrict__ out) {
  __shared__ float tile[256];
  const unsigned start = starts[blockIdx.x], end = starts[blockIdx.x + 1];
  float sum = 0;
  for (unsigned round = 0; round < (end - start + 255u) / 256u; ++round)
    if (oneStep(tile, in, start + 256u * round, end, sum)) break;
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ __launch_bounds__(256) void inTwoSteps(const int *starts, const float *__restrict__ in, float *__restrict__ out) {
  __shared__ float tile[256];
  const unsigned start = starts[blockIdx.x], end = starts[blockIdx.x + 1];
  float sum = 0;
  for (unsigned round = 0; round < (end - start + 511u) / 512u; ++round)
    if (twoSteps(tile, in, start + 512u * round, end, sum)) break;
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

void run(const float *hostIn, const int *hostStarts, int n) {
  float *in, *out;
  int *starts;
  cudaMalloc(&in, n * 4096 * sizeof(float));
  cudaMalloc(&out, n * 256 * sizeof(float));
  cudaMalloc(&starts, (n + 1) * sizeof(int));
  cudaMemcpy(in, hostIn, n * 4096 * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(starts, hostStarts, (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
  inSteps<<<n, 256>>>(starts, in, out);
  inTwoSteps<<<n, 256>>>(starts, in, out);
}
