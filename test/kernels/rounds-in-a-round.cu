// A tile is gone through in rounds of several steps each: a step loads what all threads read then, and ends with a vote on whether
// everybody has enough. Steps behind the end are skipped, and so is all that follows once everybody has enough: the ways out of a
// round have passed different numbers of barriers, the same ones for all threads of a block.
// expect: race-free
__device__ bool oneStep(float *tile, const float *in, unsigned from, unsigned end, float &sum) {
#pragma unroll
  for (unsigned step = 0; step < 1; ++step) {
    const unsigned first = from + 256u * step;
    if (first >= end) break;
    if (first + threadIdx.x < end) tile[threadIdx.x] = in[first + threadIdx.x];
    __syncthreads();
    const unsigned size = min(256u, end - first);
    for (unsigned i = 0; i < size && sum < 1.f; ++i) sum += tile[i];
    if (__syncthreads_count(sum >= 1.f) >= 256) return true;
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
    if (__syncthreads_count(sum >= 1.f) >= 256) return true;
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
