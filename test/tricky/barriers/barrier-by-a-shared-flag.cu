// The flag is read behind a barrier, so that all threads see the same.
// expect: race-free
// launch: grid 2 block 64
__global__ void turn(const int *data, int *a) {
  __shared__ int s[64];
  __shared__ bool wanted;
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = a[i];
  if (threadIdx.x == 0) wanted = data[blockIdx.x] > 0;
  __syncthreads();
  if (wanted) {
    __syncthreads();
    a[i] = s[63 - threadIdx.x];
  }
}
