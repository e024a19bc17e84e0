// No launch is in sight, so there may be two blocks: the first threads of both take the same job.
// expect: racy
__global__ void work(int *next, int *done, int jobs) {
  __shared__ int job;
  if (threadIdx.x == 0) job = (*next)++;
  __syncthreads();
  if (job < jobs && threadIdx.x == 0) done[job] = 1;
}
