// All threads read the flag behind a barrier, and go through as many rounds.
// expect: race-free
// launch: grid 1 block 64
__global__ void rounds(int *out) {
  __shared__ volatile int flag;
  __shared__ int s[64];
  if (threadIdx.x == 63) flag = 1;
  __syncthreads();
  int rounds = flag;
  s[threadIdx.x] = rounds;
  for (int i = 0; i < rounds; i++) __syncthreads();
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
