// The hardware may count a warp of which some threads come as all of its threads.
// expect: inconclusive: a named barrier that only part of a warp reaches (test/kernels/named-barrier-part-of-warp.cu:5)
// launch: grid 1 block 128
__global__ void some(int *a) {
  if (threadIdx.x % 32 < 16) __barrier_sync_count(1, 64);
  a[threadIdx.x] = 1;
}
