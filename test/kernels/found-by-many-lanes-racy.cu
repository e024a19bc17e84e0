// Every lane that finds a number that is not negative keeps where: many do.
// expect: intra-warp-race line 9 with line 9
// launch: grid 4 block 32
__global__ void find(int *out, const int *ids, int n) {
  __shared__ int slot;
  int mine = -1;
  for (int i = threadIdx.x; i < n; i += 32)
    if (ids[i] >= 0) mine = i;
  if (mine != -1) slot = mine;
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = slot;
}
