// The lane that finds the block's number keeps where: no two do where no two elements are equal, and nobody says that some are.
// expect: inconclusive: a possible intra-warp-race was neither proved nor ruled out (test/kernels/found-by-one-lane.cu:10)
// expect: possible intra-warp-race line 10 with line 10
// launch: grid 4 block 32
__global__ void find(int *out, const int *ids, int n) {
  __shared__ int slot;
  int mine = -1;
  for (int i = threadIdx.x; i < n; i += 32)
    if (ids[i] == blockIdx.x) mine = i;
  if (mine != -1) slot = mine;
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = slot;
}
