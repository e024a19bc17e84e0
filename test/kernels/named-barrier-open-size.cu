// Without a size of the block nobody can count who comes.
// expect: inconclusive: a barrier whose threads cannot be counted: sizes or counts are unknown (test/kernels/named-barrier-open-size.cu:4)
__global__ void some(int *a) {
  if (threadIdx.x < 64) __barrier_sync_count(1, 64);
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
