// Of the elements of a row at most one is the block's: who finds it stores where all of them would. Only where two elements of a
// row are equal do two lanes store there.
// expect: conditional: distinct(owners); stride >= 32
// expect: possible intra-warp-race line 11 with line 11
__global__ void __launch_bounds__(32) find(const int *owners, int *places, int count, int stride) {
  __shared__ int kept[1024];
  int owner = blockIdx.x, found = 0;
  for (int row = 0; row < count; row++) {
    bool mine = owners[row * stride + threadIdx.x] == owner;
    unsigned votes = __ballot_sync(0xffffffffu, mine);
    if (mine) kept[found] = threadIdx.x;
    found += votes != 0;
  }
  __syncwarp();
  if (threadIdx.x == 0) places[blockIdx.x] = found == 0 ? -1 : kept[found - 1];
}
void launch(const int *owners, int *places, int count, int groups, int stride) {
  find<<<groups, 32>>>(owners, places, count, stride);
}
