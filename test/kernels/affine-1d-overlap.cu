// The factor is smaller than the block, so neighbouring blocks overlap.
// expect: inter-block-race line 5 with line 5
// launch: grid 4 block 64
__global__ void fill(int *a) {
  a[blockIdx.x * 32 + threadIdx.x] = blockIdx.x;
}
