// Global memory is read without waiting for who wrote it: thread 0 reads a[1], which thread 1 writes.
// expect: racy line 9 with line 10
// launch: grid 4 block 64
__global__ void turn(const int *in, int *a, int *b) {
  __shared__ int s[64];
  int first = blockIdx.x * 64;
  s[threadIdx.x] = in[first + threadIdx.x];
  __syncthreads();
  a[first + threadIdx.x] = s[63 - threadIdx.x];
  b[first + threadIdx.x] = a[first + (threadIdx.x ^ 1)];
}
