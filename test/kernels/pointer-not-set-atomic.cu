// An atomic through a pointer that was never set.
// expect: inconclusive: an atomic through a pointer that is not understood (test/kernels/pointer-not-set-atomic.cu:6)
// launch: grid 1 block 64
__global__ void count() {
  int *p;
  atomicAdd(p, 1);
}
