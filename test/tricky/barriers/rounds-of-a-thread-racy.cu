// Each thread goes round as often as its own element says, so threads wait at different barriers.
// expect: barrier-divergence line 11
// launch: grid 2 block 64
__global__ void smooth(int *a, const int *rounds) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = a[i];
  __syncthreads();
  for (int round = 0; round < rounds[threadIdx.x]; round++) {
    int next = s[(threadIdx.x + 1) % 64];
    __syncthreads();
    s[threadIdx.x] += next;
    __syncthreads();
  }
  a[i] = s[threadIdx.x];
}
