// Two barriers a round.
// expect: race-free
// launch: grid 2 block 64
__global__ void smooth(int *a, int rounds) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  int mine = a[i];
  for (int round = 0; round < rounds; round++) {
    s[threadIdx.x] = mine;
    __syncthreads();
    mine += s[(threadIdx.x + 1) % 64];
    __syncthreads();
  }
  a[i] = mine;
}
