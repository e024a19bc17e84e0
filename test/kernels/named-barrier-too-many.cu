// 128 threads come to a barrier of 64.
// expect: inconclusive: a barrier that more threads reach than its count says (test/kernels/named-barrier-too-many.cu:5)
// launch: grid 1 block 256
__global__ void some(int *a) {
  if (threadIdx.x < 128) __barrier_sync_count(1, 64);
  a[threadIdx.x] = 1;
}
