// expect: inter-block-race line 15 with line 15
// The lanes of a warp that have one label add up their values; the first of them stores the sum, and another warp may have the same label.
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
  if (same.thread_rank() == 0) sums[label] += sum;
}
