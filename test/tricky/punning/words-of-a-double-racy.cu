// A double is two words, and word 2t + 2 is the neighbour's: threads 0 and 1 write it.
// expect: racy line 5 with line 6
// launch: grid 1 block 63
__global__ void clear(double *a) {
  a[threadIdx.x] = 0;
  reinterpret_cast<int *>(a)[2 * threadIdx.x + 2] = 0;
}
