// Whether rows or columns lie one behind the other is for the caller to say, and they are not of one length.
// expect: inconclusive: a matrix of a warp at an unknown place, or of unknown size (test/kernels/fragment-layout.cu:10)
// launch: grid 4 block 32
#include <mma.h>

using namespace nvcuda;

__global__ void strips(const float *in, float *out, wmma::layout_t layout) {
  wmma::fragment<wmma::accumulator, 8, 32, 16, float> sum;
  wmma::load_matrix_sync(sum, in + blockIdx.x * 256, 32, layout);
  if (threadIdx.x == 0) out[blockIdx.x] = sum.x[0];
}
