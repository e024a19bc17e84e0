// A pointer that was never set is read through.
// expect: inconclusive: reads through a pointer that is not understood (test/kernels/pointer-not-set.cu:6)
// launch: grid 1 block 64
__global__ void copy(int *a) {
  int *from;
  a[threadIdx.x] = *from;
}
