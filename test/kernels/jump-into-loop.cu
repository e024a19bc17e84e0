// The loop has two entries.
// expect: inconclusive: a jump into a loop in fill (test/kernels/jump-into-loop.cu:4)
// launch: grid 1 block 64
__global__ void fill(int *a, int n) {
  int i = threadIdx.x;
  if (n > 10) goto middle;
  while (i < n) {
    i += 64;
  middle:
    a[i] = n;
  }
}
