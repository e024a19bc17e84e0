// What the host tells the compiler it does not compute: it may come to the launch that races all the same.
// expect: inconclusive: facts about the launch contradict each other, one of them: (n >= 0 ? n%4 : -((-n)%4)) == 0 (assert) (test/kernels/host-assumes-before-it-launches.cu:8); facts about the launch contradict each other, one of them: (n >= 0 ? n%6 : -((-n)%6)) == 1 (branch) (test/kernels/host-assumes-before-it-launches.cu:9)
__global__ void scale(int *a, int step) {
  a[threadIdx.x * step] = threadIdx.x;
}

void run(int *a, int n) {
  __builtin_assume(n % 4 == 0);
  if (n % 6 == 1) {
    scale<<<1, n>>>(a, 0);
  } else {
    scale<<<1, n>>>(a, 1);
  }
}
