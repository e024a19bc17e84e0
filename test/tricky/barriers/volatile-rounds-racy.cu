// The flag changes while others read it: threads go through a different number of rounds.
// expect: racy
// launch: grid 1 block 64
__global__ void rounds(int *out) {
  __shared__ volatile int flag;
  __shared__ int s[64];
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 63) flag = 1;
  int rounds = flag;
  for (int i = 0; i < rounds; i++) __syncthreads();
  s[threadIdx.x] = rounds;
  out[threadIdx.x] = s[63 - threadIdx.x];
}
