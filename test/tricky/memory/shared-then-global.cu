// The barrier between is one for global memory, too.
// expect: race-free
// launch: grid 4 block 64
__global__ void turn(const int *in, int *a, int *b) {
  __shared__ int s[64];
  int first = blockIdx.x * 64;
  s[threadIdx.x] = in[first + threadIdx.x];
  __syncthreads();
  a[first + threadIdx.x] = s[63 - threadIdx.x];
  __syncthreads();
  b[first + threadIdx.x] = a[first + (threadIdx.x ^ 1)];
}
