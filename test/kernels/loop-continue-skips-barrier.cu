// In one round the second barrier is left out.
// expect: intra-block-race line 7 with line 9
// launch: grid 1 block 64
__global__ void some(int *a, int n) {
  __shared__ int s[64];
  for (int i = 0; i < 100; i++) {
    s[threadIdx.x] = a[threadIdx.x] + i;
    __syncthreads();
    a[threadIdx.x] = s[63 - threadIdx.x];
    if (i == n) continue;
    __syncthreads();
  }
}
