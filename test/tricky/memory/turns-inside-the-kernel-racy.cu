// `to` and `from` become one: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 11 with line 11
// launch: grid 1 block 64
__global__ void turn(int *out, int rounds) {
  __shared__ int a[64];
  __shared__ int b[64];
  int *from = a, *to = b;
  a[threadIdx.x] = b[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int round = 0; round < rounds; round++) {
    to[threadIdx.x] = from[63 - threadIdx.x];
    __syncthreads();
    from = to;
  }
  out[threadIdx.x] = from[threadIdx.x];
}
