// When the loop ends is up to what the host reads, and makes no difference: the upper warps leave before the barrier.
// expect: barrier-divergence line 9
// launch: grid 4 block 256
__global__ void sums(float *out, const float *in, int n, int step) {
  __shared__ float part[256];
  float own = 0;
  for (int i = threadIdx.x; i < n; i += step * gridDim.x) own += in[i];
  if (threadIdx.x >= 128) return;
  __syncthreads();
  part[threadIdx.x] = own;
  out[blockIdx.x * 256 + threadIdx.x] = part[threadIdx.x];
}
