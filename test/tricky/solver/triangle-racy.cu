// A row of t + 2 words in a triangle of rows of t + 1: the last of row 0 is the first of row 1, word 1.
// expect: racy line 6 with line 6
// launch: grid 1 block 64
__global__ void number(int *a) {
  int t = threadIdx.x;
  for (int j = 0; j <= t + 1; j++) a[t * (t + 1) / 2 + j] = j;
}
