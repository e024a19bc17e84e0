// No phase expects the bytes of a copy that nobody looks at.
// expect: inconclusive: a copy whose bytes are expected in an unknown phase of its barrier object (test/kernels/mbarrier.cuh:49)
// launch: grid 4 block 64
#include "mbarrier.cuh"

__global__ void fill(const int *in, int *out) {
  __shared__ alignas(16) int tile[64];
  __shared__ uint64_t bar;
  int t = threadIdx.x;
  if (t == 0) mbar_init(&bar, 64);
  __syncthreads();
  if (t == 0) bulk_load(tile, in, sizeof(tile), &bar);
  mbar_arrive(&bar);
  out[blockIdx.x * 64 + t] = t;
}
