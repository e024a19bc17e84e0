// From 32 on all threads have place 63.
// expect: racy line 6 with line 6
// launch: grid 1 block 64
__global__ void number(int *a) {
  int t = threadIdx.x;
  a[min(2 * t, 63)] = t;
}
