// A multiple of five may leave one when it is divided by six: the launch is made, and races.
// expect: intra-block-race line 4 with line 4
__global__ void scale(int *a, int step) {
  a[threadIdx.x * step] = threadIdx.x;
}

void run(int *a, int blocks) {
  int n = 5 * blocks;
  if (n % 6 == 1) {
    scale<<<1, n>>>(a, 0);
  } else {
    scale<<<1, n>>>(a, 1);
  }
}
