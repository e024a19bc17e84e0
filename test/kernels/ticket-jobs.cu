// Blocks take jobs until there are none left; a job belongs to one block.
// expect: race-free
__global__ void work(int *out, int *next, int jobs) {
  __shared__ int job;
  while (true) {
    if (threadIdx.x == 0) job = atomicAdd(next, 1);
    __syncthreads();
    int mine = job;
    __syncthreads();
    if (mine >= jobs) break;
    out[mine * blockDim.x + threadIdx.x] = mine;
  }
}
