// The leader takes room for one thread less than its block has.
// expect: inter-block-race line 9 with line 9
// launch: grid 4 block 64
__global__ void compact(const int *in, int *out, int *count) {
  __shared__ int base;
  if (threadIdx.x == 0) base = atomicAdd(count, blockDim.x - 1);
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[base + threadIdx.x] = in[i];
}
