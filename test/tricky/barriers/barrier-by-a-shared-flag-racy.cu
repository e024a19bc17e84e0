// The flag is read without waiting for thread 0, which writes it: some threads may wait and others not.
// expect: racy line 10 with line 11
// expect: barrier-divergence line 12
// launch: grid 2 block 64
__global__ void turn(const int *data, int *a) {
  __shared__ int s[64];
  __shared__ bool wanted;
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = a[i];
  if (threadIdx.x == 0) wanted = data[blockIdx.x] > 0;
  if (wanted) {
    __syncthreads();
    a[i] = s[threadIdx.x];
  }
}
