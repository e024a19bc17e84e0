// What the loop variable holds is not followed, but that all threads of the block hold the same.
// expect: race-free
// launch: grid 1 block 64
__global__ void fold(int *a, int n) {
  __shared__ int s[1024];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  for (int k = 1; k < n; k *= 3) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
}
