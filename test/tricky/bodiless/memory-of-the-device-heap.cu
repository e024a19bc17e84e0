// Thread 0 allocates for all, and each writes its own word.
// expect: race-free
// launch: grid 4 block 64
__global__ void collect(int **result) {
  __shared__ int *all;
  if (threadIdx.x == 0) all = static_cast<int *>(malloc(64 * sizeof(int)));
  __syncthreads();
  all[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) result[blockIdx.x] = all;
}
