// No launch is in sight, and jobs are taken atomically: any number of blocks may come.
// expect: race-free
__global__ void work(int *next, int *done, int jobs) {
  __shared__ int job;
  if (threadIdx.x == 0) job = atomicAdd(next, 1);
  __syncthreads();
  if (job < jobs && threadIdx.x == 0) done[job] = 1;
}
