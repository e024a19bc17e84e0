// A multiple of four does not leave one when it is divided by six, so the launch that would race is never made.
// expect: race-free
__global__ void scale(int *a, int step) {
  a[threadIdx.x * step] = threadIdx.x;
}

void run(int *a, int blocks) {
  int n = 4 * blocks;
  if (n % 6 == 1) {
    scale<<<1, n>>>(a, 0);
  } else {
    scale<<<1, n>>>(a, 1);
  }
}
