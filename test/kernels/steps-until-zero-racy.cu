// Five rows in each iteration: the last one of a block is the first of the next.
// expect: inter-block-race line 10 with line 10
// launch: grid 4 block 64
__global__ void rows(int *out, int n) {
  if (n < 4) return;
  size_t at = (size_t)blockIdx.x * n;
  int k = 0;
  int left = n - (n & 3);
  do {
    for (int i = 0; i < 5; i++) out[(at + k + i) * 64 + threadIdx.x] = k + i;
    k += 4;
    left -= 4;
  } while (left != 0);
}
