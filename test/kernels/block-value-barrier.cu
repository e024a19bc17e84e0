// All threads of a block read the same flag in one interval: they reach the barrier together or not at all.
// expect: redundant-barrier line 8
__global__ void finish(const int *done, int *out) {
  __shared__ int flag;
  if (threadIdx.x == 0) flag = done[blockIdx.x];
  __syncthreads();
  if (flag) {
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  }
}
