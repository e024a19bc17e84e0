// Threads from n on have left when the others wait, and nobody orders what those write: thread 0 reads s[n].
// expect: racy
// launch: grid 1 block 64
__global__ void shift(int *out, int n) {
  __shared__ int s[65];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x >= n) return;
  __syncthreads();
  out[threadIdx.x] = s[(threadIdx.x + 1) % 64];
}
