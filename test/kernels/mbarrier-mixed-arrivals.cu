// At one object half of the threads arrive themselves, and the copies of the others.
// expect: inconclusive: a barrier object at which both threads and copies arrive (test/kernels/mbarrier.cuh:8)
// launch: grid 4 block 64
#include "mbarrier.cuh"

__global__ void fill(const int *in, int *out) {
  __shared__ int tile[64];
  __shared__ uint64_t bar;
  int t = threadIdx.x;
  if (t == 0) mbar_init(&bar, 64);
  __syncthreads();
  if (t < 32) {
    asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(shared_address(&bar)) : "memory");
  } else {
    mbar_arrive(&bar);
  }
  mbar_wait(&bar, 0);
  out[blockIdx.x * 64 + t] = t;
}
