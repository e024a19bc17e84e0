// Threads 31 and 33 are both one away from 32.
// expect: racy line 6 with line 6
// launch: grid 1 block 64
__global__ void number(int *a) {
  int t = threadIdx.x;
  a[abs(t - 32)] = t;
}
