// Each warp of a block multiplies tiles that the block has filled.
// expect: race-free
// launch: grid 4 block 64
#include <mma.h>

using namespace nvcuda;

__global__ void product(const half *in, float *out) {
  __shared__ half tile[16 * 16];
  __shared__ float result[2][16 * 16];
  int t = threadIdx.x, warp = t / 32;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  for (int i = t; i < 256; i += 64) tile[i] = in[blockIdx.x * 256 + i];
  __syncthreads();
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(a, &tile[0], 16);
  wmma::load_matrix_sync(b, tile, 16);
  wmma::mma_sync(sum, a, b, sum);
  for (int i = 0; i < sum.num_elements; i++) sum.x[i] *= 2.0f;
  wmma::store_matrix_sync(result[warp], sum, 16, wmma::mem_row_major);
  __syncwarp();
  for (int i = t % 32; i < 256; i += 32) out[(blockIdx.x * 2 + warp) * 256 + i] = result[warp][i];
}
