// All lanes of a warp store the warp's one sum, and all threads of a block the block's one greatest value.
// expect: conditional: idempotent(part); idempotent(most)
// expect: possible intra-warp-race line 14 with line 14
// expect: possible intra-warp-race line 17 with line 17
// assuming: greatest NaN
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void sums(const float *in, float *out, float *most) {
  __shared__ float part[8];
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
  float own = in[blockIdx.x * blockDim.x + threadIdx.x];
  part[warp.meta_group_rank()] = cg::reduce(warp, own, cg::plus<float>{});
  __syncthreads();
  float greatest = cg::reduce(warp, own, cg::greater<float>{});
  most[blockIdx.x * 8 + threadIdx.x / 32] = greatest;
  if (threadIdx.x < 8) out[blockIdx.x * 8 + threadIdx.x] = part[threadIdx.x];
}

void launch(const float *in, float *out, float *most, int blocks) {
  sums<<<blocks, 256>>>(in, out, most);
}
