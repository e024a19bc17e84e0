// The leader takes the next job while others may still read which one the last was.
// expect: intra-block-race line 8 with line 10
// expect: possible inter-block-race line 10 with line 10
// launch: grid 4 block 64
__global__ void work(int *out, int *next, int jobs) {
  __shared__ int job;
  for (int round = 0; round < jobs; round++) {
    if (threadIdx.x == 0) job = atomicAdd(next, 1);
    __syncthreads();
    out[job * blockDim.x + threadIdx.x] = round;
  }
}
