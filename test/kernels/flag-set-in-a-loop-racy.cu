// The first two threads write one place, however many rounds there are.
// expect: intra-warp-race line 13 with line 13
__global__ void step(float *out, int rounds) {
  __shared__ float tile[16];
  bool computed;
  tile[threadIdx.x] = threadIdx.x;
  for (int i = 0; i < rounds; i++) {
    computed = threadIdx.x % 2 == 0 || threadIdx.x == 1;
    if (computed) tile[threadIdx.x] += i;
    __syncthreads();
    if (i == rounds - 1) break;
  }
  if (computed) out[8 * blockIdx.x + threadIdx.x / 2] = tile[threadIdx.x];
}

void launch(float *out, int rounds, int blocks) { step<<<blocks, 16>>>(out, rounds); }
