// That a block of so many threads cannot be is no condition of the host's: the kernel stays open.
// expect: inconclusive: not every thread of the launch satisfies: (n >= 0 ? n%8192 : -((-n)%8192)) == 4096 (branch) (test/kernels/host-launches-beyond-the-limits.cu:8)
__global__ void scale(int *a, int step) {
  a[threadIdx.x * step] = threadIdx.x;
}

void run(int *a, int n) {
  if (n % 8192 == 4096) {
    scale<<<1, n>>>(a, 0);
  } else {
    scale<<<1, n>>>(a, 1);
  }
}
