// Threads from n on stay for the barrier, and only what is stored depends on n.
// expect: race-free
// launch: grid 1 block 64
__global__ void shift(int *out, int n) {
  __shared__ int s[65];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < n) out[threadIdx.x] = s[(threadIdx.x + 1) % 64];
}
