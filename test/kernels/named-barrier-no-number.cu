// The number of the barrier was never set.
// expect: inconclusive: a named barrier of unknown number or count (test/kernels/named-barrier-no-number.cu:6)
// launch: grid 1 block 128
__global__ void some(int *a) {
  int number;
  if (threadIdx.x < 64) __barrier_sync_count(number, 64);
  a[threadIdx.x] = 1;
}
