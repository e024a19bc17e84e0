// The block that is done last adds up what all have written, and sets the counter back.
// expect: race-free
// launch: grid 8 block 64
__device__ unsigned done = 0;
__global__ void sum(const int *in, int *parts, int *out) {
  __shared__ bool last;
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  for (int d = 32; d > 0; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) {
    parts[blockIdx.x] = s[0];
    __threadfence();
    last = atomicInc(&done, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && t == 0) {
    __threadfence();
    int all = 0;
    for (int i = 0; i < gridDim.x; i++) all += parts[i];
    out[0] = all;
    done = 0;
  }
}
