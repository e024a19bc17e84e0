// Flipping the same bits of every index leaves them different.
// expect: race-free
__global__ void flip(int *a, int n) {
  __shared__ int s[1024];
  s[threadIdx.x ^ (n & 31)] = a[threadIdx.x];
}
