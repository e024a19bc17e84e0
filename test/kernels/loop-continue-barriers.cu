// How often the block comes to the barriers depends on the rounds, but is the same for all its threads.
// expect: race-free
// launch: grid 1 block 64
__global__ void some(int *a, int n) {
  __shared__ int s[64];
  for (int i = 0; i < 100; i++) {
    if (i % n == 0) continue;
    s[threadIdx.x] = a[threadIdx.x] + i;
    __syncthreads();
    a[threadIdx.x] = s[63 - threadIdx.x];
    __syncthreads();
  }
}
