// With no round at all the flag is whatever it was: two threads may write one place then.
// expect: conditional: rounds >= 1
// expect: possible intra-warp-race line 14 with line 14
__global__ void step(float *out, int rounds) {
  __shared__ float tile[16];
  bool computed;
  tile[threadIdx.x] = 0;
  for (int i = 0; i < rounds; i++) {
    computed = threadIdx.x % 2 == 0;
    if (computed) tile[threadIdx.x] += i;
    __syncthreads();
    if (i == rounds - 1) break;
  }
  if (computed) out[8 * blockIdx.x + threadIdx.x / 2] = tile[threadIdx.x];
}

void launch(float *out, int rounds, int blocks) { step<<<blocks, 16>>>(out, rounds); }
