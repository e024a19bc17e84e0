// Row t of the triangle has t + 1 words.
// expect: race-free
// launch: grid 1 block 64
__global__ void number(int *a) {
  int t = threadIdx.x;
  for (int j = 0; j <= t; j++) a[t * (t + 1) / 2 + j] = j;
}
