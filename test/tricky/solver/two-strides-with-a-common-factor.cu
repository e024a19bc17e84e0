// x stays below 5, and 6 times less than 5 is no multiple of 10 but 0.
// expect: race-free
// launch: grid 1 block 5,8
__global__ void number(int *a) {
  a[6 * threadIdx.x + 10 * threadIdx.y] = threadIdx.x;
}
