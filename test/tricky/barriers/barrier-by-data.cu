// The element is one for the whole block, so all wait or none.
// expect: race-free
// launch: grid 2 block 64
__global__ void turn(const int *data, int *a) {
  __shared__ int s[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = a[i];
  if (data[blockIdx.x] > 0) {
    __syncthreads();
    a[i] = s[63 - threadIdx.x];
  }
}
