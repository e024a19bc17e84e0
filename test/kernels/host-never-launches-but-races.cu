// The launch that is never made would be safe; the one that is made races.
// expect: intra-block-race line 4 with line 4
__global__ void scale(int *a, int step) {
  a[threadIdx.x * step] = threadIdx.x;
}

void run(int *a, int blocks) {
  int n = 4 * blocks;
  if (n % 6 == 1) {
    scale<<<1, n>>>(a, 1);
  } else {
    scale<<<1, n>>>(a, 0);
  }
}
