// libcu++: one lane arrives for its warp, and has not waited for it.
// expect: intra-block-race line 15 with line 18
// launch: grid 4 block 64
#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;

__global__ void shift(const float *in, float *out) {
  __shared__ float tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> full;
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int t = threadIdx.x;
  if (t == 0) init(&full, 2);
  __syncthreads();
  tile[t] = in[blockIdx.x * 64 + t];
  if (warp.thread_rank() == 0) (void)full.arrive();
  full.wait_parity(0);
  out[blockIdx.x * 64 + t] = tile[63 - t];
}
