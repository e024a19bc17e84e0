// A truth is 0 or 1, and each thread has two words.
// expect: race-free
// launch: grid 1 block 64
__global__ void mark(const int *in, int *a) {
  a[2 * threadIdx.x + (in[threadIdx.x] > 5)] = 1;
}
