// A sum in two steps: many blocks write a partial sum each, then a single block adds these up.
// fact: sizes
// without: inter-block-race line 26 with line 26, possible
// condition: gridDim.x == 1
__global__ void partialSums(const float *in, float *partial, int n) {
  __shared__ float tile[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) tile[threadIdx.x] += tile[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = tile[0];
}
__global__ void finalSum(const float *partial, float *sum, int count) {
  __shared__ float tile[256];
  float mine = 0;
  for (int i = threadIdx.x; i < count; i += 256) mine += partial[i];
  tile[threadIdx.x] = mine;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) tile[threadIdx.x] += tile[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) sum[0] = tile[0];
}
#ifdef WITHOUT_FACT
void addUp(const float *in, float *partial, float *sum, int n, int blocks) {
#else
void addUp(const float *in, float *partial, float *sum, int n) {
  const int blocks = 1;
#endif
  int count = (n + 255) / 256;
  partialSums<<<count, 256>>>(in, partial, n);
  finalSum<<<blocks, 256>>>(partial, sum, count);
}
