// Two warps store results to tiles that have a column in common.
// expect: inter-block-race line 13 with line 13
// launch: grid 4 block 32
#include <mma.h>

using namespace nvcuda;

__global__ void strips(const float *in, float *out) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::load_matrix_sync(sum, in + blockIdx.x * 256, 16, wmma::mem_row_major);
  for (int i = 0; i < sum.num_elements; i++) sum.x[i] += 1.0f;
  // 64 columns, tiles of 16, and a step of 15.
  wmma::store_matrix_sync(out + blockIdx.x * 15, sum, 64, wmma::mem_row_major);
}
