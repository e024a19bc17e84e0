// A truth is 0 or 1: thread 0 writes word 1 where its element is positive, thread 1 where its own is not.
// expect: racy
// launch: grid 1 block 64
__global__ void mark(const int *in, int *a) {
  a[threadIdx.x + (in[threadIdx.x] > 5)] = 1;
}
