// A lane reads back what the warp has stored: which lane stored it nobody knows.
// expect: intra-warp-race line 13 with line 14
// launch: grid 4 block 32
#include <mma.h>

using namespace nvcuda;

__global__ void strips(const float *in, float *out) {
  __shared__ float tile[256];
  int t = threadIdx.x;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::load_matrix_sync(sum, in + blockIdx.x * 256, 16, wmma::mem_row_major);
  wmma::store_matrix_sync(tile, sum, 16, wmma::mem_row_major);
  for (int i = 0; i < 8; i++) out[blockIdx.x * 256 + t * 8 + i] = tile[t * 8 + i];
}
