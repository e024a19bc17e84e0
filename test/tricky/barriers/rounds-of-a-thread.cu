// All threads of a block go round equally often.
// expect: race-free
// launch: grid 2 block 64
__global__ void smooth(int *a, const int *rounds) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = a[i];
  __syncthreads();
  for (int round = 0; round < rounds[blockIdx.x]; round++) {
    int next = s[(threadIdx.x + 1) % 64];
    __syncthreads();
    s[threadIdx.x] += next;
    __syncthreads();
  }
  a[i] = s[threadIdx.x];
}
