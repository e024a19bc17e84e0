// Thread 0 has place 1, and the others have even ones.
// expect: race-free
// launch: grid 1 block 64
__global__ void number(int *a) {
  int t = threadIdx.x;
  a[max(2 * t, 1)] = t;
}
