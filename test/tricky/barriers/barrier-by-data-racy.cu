// Threads with a positive element wait at a barrier that the others do not reach.
// expect: barrier-divergence line 9
// launch: grid 2 block 64
__global__ void turn(const int *data, int *a) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = a[i];
  if (data[i] > 0) {
    __syncthreads();
    a[i] = s[threadIdx.x];
  }
}
