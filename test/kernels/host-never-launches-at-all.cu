// That the host never comes to its only launch says nothing of the kernel's races.
// expect: inconclusive: the host never reaches this launch, which requires: (blocks >= 0 ? 2*((2*blocks)%3) : -2*((-2*blocks)%3)) == 1 (branch) (test/kernels/host-never-launches-at-all.cu:9)
__global__ void scale(int *a, int step) {
  a[threadIdx.x * step] = threadIdx.x;
}

void run(int *a, int blocks) {
  int n = 4 * blocks;
  if (n % 6 == 1) scale<<<1, n>>>(a, 1);
}
