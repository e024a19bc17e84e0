// The kernel lets two nodes lead to one: threads 0 and 1 both write nodes[0] behind the barrier.
// expect: racy line 8 with line 8
// launch: grid 1 block 64
__global__ void mark(int *values) {
  __shared__ int *next[64];
  next[threadIdx.x] = &values[threadIdx.x / 2];
  __syncthreads();
  *next[threadIdx.x] = threadIdx.x;
}
