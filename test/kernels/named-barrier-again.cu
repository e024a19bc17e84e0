// Nothing holds back a thread that only arrives: it may come twice before the others have come once.
// expect: inconclusive: a barrier that a thread may reach again before the others have reached it (test/kernels/named-barrier-again.cu:8)
// launch: grid 1 block 128
extern "C" __device__ void arrive(int barrier, int count) __asm__("llvm.nvvm.barrier.cta.arrive.count");
__global__ void twice(int *a) {
  if (threadIdx.x < 64) {
    arrive(1, 128);
    arrive(1, 128);
  } else {
    __barrier_sync_count(1, 128);
    __barrier_sync_count(1, 128);
  }
  a[threadIdx.x] = 1;
}
