// `to` and `from` change places, and a barrier stands between the rounds.
// expect: race-free
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
    int *old = from;
    from = to;
    to = old;
  }
  out[threadIdx.x] = from[threadIdx.x];
}
