// As compilers unroll loops: four rows in each iteration, until no such four are left. Each block has rows of its own.
// expect: race-free
// launch: grid 4 block 64
__global__ void rows(int *out, int n) {
  if (n < 4) return;
  size_t at = (size_t)blockIdx.x * n;
  int k = 0;
  int left = n - (n & 3);
  do {
    for (int i = 0; i < 4; i++) out[(at + k + i) * 64 + threadIdx.x] = k + i;
    k += 4;
    left -= 4;
  } while (left != 0);
}
