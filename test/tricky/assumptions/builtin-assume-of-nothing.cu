// No host code: the verdict rests on what the kernel assumes, and has to say so.
// expect: race-free
// assuming: n 64
// launch: grid 1 block 64
__global__ void scatter(int *a, int n) {
  __builtin_assume(n >= 64);
  a[static_cast<int>(threadIdx.x) % n] = threadIdx.x;
}
