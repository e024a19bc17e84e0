// Where the matrices are is read from memory: nobody knows which bytes the matrix units read.
// expect: inconclusive: shared memory that matrix units read: the descriptor does not say where it is (test/kernels/wgmma-descriptor-from-memory.cu:15)
// launch: grid 4 block 128
#include "wgmma.cuh"

__global__ void multiply(const uint32_t *in, const uint64_t *descriptors, float *out) {
  __shared__ alignas(1024) uint32_t tile[72 * 32];
  int t = threadIdx.x;
  for (int i = t; i < 72 * 32; i += 128) tile[i] = in[i];
  async_fence();
  __syncthreads();
  float d[4] = {};
  wgmma_fence();
  // Two of them.
  multiply_64x8(d, descriptors[0], descriptors[1]);
  wgmma_commit();
  wgmma_wait<0>();
  out[blockIdx.x * 128 + t] = d[0] + d[1] + d[2] + d[3];
}
