// A plain read of a counter that others increment.
// expect: inter-block-race line 5 with line 6
// launch: grid 4 block 64
__global__ void count(int *counter, int *seen) {
  atomicAdd(counter, 1);
  seen[blockIdx.x * blockDim.x + threadIdx.x] = *counter;
}
