// Where the address of the piece of tensor memory is stored is one of two places.
// expect: inconclusive: inline assembly with an address that is not known to come from a pointer (test/kernels/tcgen05.cuh:16); tensor memory whose address is stored at an unknown place (test/kernels/tcgen05.cuh:16); tensor memory at an unknown place, or of unknown size (test/kernels/tcgen05-address-anywhere.cu:12)
// launch: grid 1 block 32
#include "tcgen05.cuh"

__global__ void load(int which, uint32_t *out) {
  __shared__ uint32_t one, other;
  uint32_t r[4];
  uint32_t *at = which ? &one : &other;
  tensor_alloc(at, 32);
  __syncthreads();
  tensor_load(r, *at);
  tensor_wait_load();
  out[threadIdx.x] = r[0];
}
