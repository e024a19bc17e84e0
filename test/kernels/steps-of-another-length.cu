// A loop within a loop, run step by step, has one step more each time; what is read at its end nobody writes.
// expect: race-free
// launch: grid 2 block 64
__global__ void stairs(int *out, const int *in) {
  __shared__ int tile[8 * 64];
  int t = threadIdx.x;
  int kept[4] = {0, 0, 0, 0};
  for (int round = 0; round < in[blockIdx.x]; round++) {
    __syncthreads();
    for (int i = 0; i < 4; i++) {
      int at[4] = {0, 2, 4, 7};
      for (int j = 0; j <= i; j++) {
        int to = at[j];
        if (to != 7 || i == 3) tile[to * 64 + t] = kept[j];
        kept[j] = kept[i] + to;
      }
      if (i == 3) kept[0] = tile[5 * 64 + (t ^ 32)];
    }
  }
  out[blockIdx.x * 64 + t] = kept[0] + kept[3];
}
