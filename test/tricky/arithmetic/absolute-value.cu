// All threads are on one side of 64.
// expect: race-free
// launch: grid 1 block 64
__global__ void number(int *a) {
  int t = threadIdx.x;
  a[abs(t - 64)] = t;
}
