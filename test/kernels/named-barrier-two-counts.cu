// One barrier of 64 threads here and of 128 there: neither says who comes.
// expect: inconclusive: a named barrier that is used with different counts (test/kernels/named-barrier-two-counts.cu:5)
// launch: grid 1 block 128
__global__ void halves(int *a) {
  if (threadIdx.x < 64) __barrier_sync_count(1, 64);
  a[threadIdx.x] = 1;
  __barrier_sync_count(1, 128);
}
