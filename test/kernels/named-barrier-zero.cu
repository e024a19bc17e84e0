// Barrier 0 is the one of __syncthreads().
// expect: inconclusive: a named barrier whose number another barrier may share (test/kernels/named-barrier-zero.cu:5)
// launch: grid 1 block 128
__global__ void some(int *a) {
  if (threadIdx.x < 64) __barrier_sync_count(0, 64);
  a[threadIdx.x] = 1;
}
