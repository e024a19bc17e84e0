// Two specialisations of one launcher: neither makes the launch of the other.
// expect: race-free
__global__ void scale(int *a, int step) {
  a[threadIdx.x * step] = threadIdx.x;
}

template <int STEP> void launch(int *a, int n) {
  if (STEP == 0 && n % 6 != 1) return;
  if (STEP == 1 && n % 6 == 1) return;
  scale<<<1, n>>>(a, STEP);
}

void run(int *a, int blocks) {
  launch<0>(a, 4 * blocks);
  launch<1>(a, 4 * blocks);
}
