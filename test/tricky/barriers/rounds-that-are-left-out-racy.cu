// Each thread leaves out another round, and with it the barriers: the threads wait at different ones.
// expect: barrier-divergence line 12
// launch: grid 2 block 8
__global__ void smooth(int *a) {
  __shared__ int s[8];
  int i = blockIdx.x * 8 + threadIdx.x;
  s[threadIdx.x] = a[i];
  __syncthreads();
  for (int round = 0; round < 4; round++) {
    if (round == threadIdx.x) continue;
    int next = s[(threadIdx.x + 1) % 8];
    __syncthreads();
    s[threadIdx.x] += next;
    __syncthreads();
  }
  a[i] = s[threadIdx.x];
}
