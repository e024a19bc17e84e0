// One thread does without a ticket and writes to a place that another one's ticket names, whoever gets it.
// expect: inter-block-race line 7 with line 7
// launch: grid 2 block 64
__global__ void compact(int *out, int *count) {
  int at = 3;
  if (blockIdx.x != 0 || threadIdx.x != 5) at = atomicAdd(count, 1);
  out[at] = blockIdx.x * blockDim.x + threadIdx.x;
}
