// The last block reads without a fence behind the counter, as many programs do: allowed to fail, and seldom seen to.
// expect: possible scoped-fence-race line 17 with line 25
// expect: conditional: fresh(parts)
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
    
    int all = 0;
    for (int i = 0; i < gridDim.x; i++) all += parts[i];
    out[0] = all;
    done = 0;
  }
}
