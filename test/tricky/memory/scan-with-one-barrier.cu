// All have read before anybody writes.
// expect: race-free
// launch: grid 1 block 64
__global__ void scan(int *a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  for (int step = 1; step < 64; step *= 2) {
    int left = t >= step ? s[t - step] : 0;
    __syncthreads();
    s[t] += left;
    __syncthreads();
  }
  a[t] = s[t];
}
