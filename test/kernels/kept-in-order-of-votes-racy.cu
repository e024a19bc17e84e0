// Lanes find their places by counting those below them. Shuffles order no memory: a lane reads what another one has just stored.
// expect: intra-warp-race line 17 with line 21
// expect: possible intra-warp-race line 17 with line 17
// expect: possible inter-block-race line 21 with line 21
__global__ void __launch_bounds__(32) gather(const int *owners, int *rows, int count, int stride) {
  __shared__ int kept[2048];
  int owner = blockIdx.x, found = 0;
  for (int first = 0; first < count; first += 16) {
    int row = first + threadIdx.x / 2, column = threadIdx.x % 2;
    bool mine = row < count && owners[row * stride + column] == owner;
    unsigned votes = __ballot_sync(0xffffffffu, mine);
    int any = (votes >> (threadIdx.x & ~1u) & 3) != 0, before = 0;
    for (int apart = 2; apart < 32; apart += 2) {
      int other = __shfl_up_sync(0xffffffffu, any, apart);
      if (threadIdx.x >= apart) before += other;
    }
    if (mine) kept[found + before] = row * 2 + column;
    found += __shfl_sync(0xffffffffu, before + any, 31);
  }
  for (int i = threadIdx.x; i < found; i += 32)
    rows[i] = kept[i];
}
void launch(const int *owners, int *rows, int count, int groups, int stride) {
  gather<<<groups, 32>>>(owners, rows, count, stride);
}
