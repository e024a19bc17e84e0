// expect: race-free
// The lanes of a warp that have one label add up their values; the first of them adds the sum to what all blocks share.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

__global__ void histogram(const int *__restrict__ labels, const float *__restrict__ values, float *__restrict__ sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
  int label = labels[i];
  cg::coalesced_group same = cg::labeled_partition(warp, label);
  float sum = cg::reduce(same, values[i], cg::plus<float>());
  if (same.thread_rank() == 0) atomicAdd(&sums[label], sum);
}
