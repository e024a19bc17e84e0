// The distance of two parameters leads from one into the other.
// expect: inconclusive: a pointer that is computed from addresses of several objects (test/kernels/pointer-of-two-pointers.cu:7)
// launch: grid 1 block 64
__global__ void mark(int *a, int *b) {
  int *same = b + (a - b);
  a[threadIdx.x] = 1;
  same[63 - threadIdx.x] = 2;
}
