// Two sums one after the other, with no barrier between: the second stores its parts while threads still read the first. How
// often the calls before it are made, memory says.
// expect: intra-block-race line 14 with line 21
// expect: possible intra-block-race line 14 with line 17
// expect: possible intra-block-race line 18 with line 21
// launch: grid 4 block 256
__device__ float sum(const float *values, int n) {
  __shared__ float part[32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float all = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) all += values[i];
  for (int offset = 16; offset > 0; offset /= 2) all += __shfl_down_sync(0xffffffff, all, offset);
  if (lane == 0)
    part[warp] = all;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < blockDim.x / 32; i++) all += part[i];
    part[0] = all;
  }
  __syncthreads();
  return part[0];
}

__global__ void means(const float *values, const int *starts, const unsigned char *kept, float *out, int n) {
  float all = 0;
  for (int k = starts[blockIdx.x]; k < starts[blockIdx.x + 1]; k++) {
    if (kept[k]) {
      all += sum(values + k * n, n);
      __syncthreads();
    }
    all += sum(values, n);
    __syncthreads();
  }
  float first = sum(values, n);
  float second = sum(values + n, n);
  if (threadIdx.x == 0) out[blockIdx.x] = all + first / second;
}
