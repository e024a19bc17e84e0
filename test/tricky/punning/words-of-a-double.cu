// A double is two words, and word 2t + 1 is the thread's own.
// expect: race-free
// launch: grid 1 block 63
__global__ void clear(double *a) {
  a[threadIdx.x] = 0;
  reinterpret_cast<int *>(a)[2 * threadIdx.x + 1] = 0;
}
