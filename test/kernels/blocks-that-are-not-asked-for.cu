// The kernel may be meant for one block; with two of them both take the same job.
// expect: conditional: gridDim.x == 1
// expect: possible inter-block-race line 10 with line 10
// expect: possible inter-block-race line 8 with line 8
__global__ void work(int *next, int *done, int jobs) {
  __shared__ int job;
  if (threadIdx.x == 0)
    job = (*next)++;
  __syncthreads();
  if (job < jobs && threadIdx.x == 0) done[job] = 1;
}
