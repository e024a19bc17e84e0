// A pointer that was never set is written through.
// expect: inconclusive: writes through a pointer that is not understood (test/kernels/pointer-not-set-write.cu:6)
// launch: grid 1 block 64
__global__ void fill() {
  int *to;
  *to = 1;
}
