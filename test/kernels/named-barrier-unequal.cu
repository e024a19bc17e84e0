// Half of the threads may come more often than the others.
// expect: inconclusive: cannot show that all threads of a barrier reach it equally often (test/kernels/named-barrier-unequal.cu:5)
// launch: grid 1 block 128
__global__ void rounds(int *a, int n, int m) {
  for (int i = 0; i < (threadIdx.x < 64 ? n : m); i++) __barrier_sync_count(1, 128);
  a[threadIdx.x] = 1;
}
