// Every block counts for itself, so that all blocks write to the same places.
// expect: inter-block-race line 8 with line 8
// launch: grid 4 block 64
__global__ void compact(int *out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  out[atomicAdd(&count, 1)] = blockIdx.x;
}
