// What several lanes store at once is stated to be meant, and is proved to be one value: `sum` is passed on as it is.
// expect: race-free
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__device__ float last;

// gpurace: assume idempotent(part) && idempotent(last)
__global__ void sums(const float *in, float *out, float scale) {
  __shared__ float part[8];
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
  float sum = cg::reduce(warp, in[blockIdx.x * blockDim.x + threadIdx.x], cg::plus<float>{});
  part[warp.meta_group_rank()] = sum * scale;
  __syncthreads();
  last = scale;
  if (threadIdx.x < 8) out[blockIdx.x * 8 + threadIdx.x] = part[threadIdx.x];
}

void launch(const float *in, float *out, int blocks) {
  sums<<<blocks, 256>>>(in, out, 0.5f);
}
