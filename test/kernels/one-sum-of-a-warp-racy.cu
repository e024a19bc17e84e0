// Of an operation whose order matters, the lanes of a warp come to values of their own; it is stated for the sum, which is right.
// expect: intra-warp-race line 18 with line 18
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

struct Difference {
  __device__ float operator()(float a, float b) const { return a - b; }
};

// gpurace: assume idempotent(part)
// gpurace: assume idempotent(out)
__global__ void differences(const float *in, float *out) {
  __shared__ float part[8];
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
  float own = in[blockIdx.x * blockDim.x + threadIdx.x];
  part[warp.meta_group_rank()] = cg::reduce(warp, own, cg::plus<float>{});
  out[blockIdx.x * 8 + threadIdx.x / 32] = cg::reduce(warp, own, Difference{});
}

void launch(const float *in, float *out, int blocks) {
  differences<<<blocks, 256>>>(in, out);
}
