// All lanes of the warp hold the sum, and all of them write it: no guard is needed.
// expect: conditional: idempotent(mean)
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void means(const float *in, float *mean, int rows, int cols) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int row = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
  if (row >= rows) return;
  float sum = 0.0f;
  for (int i = warp.thread_rank(); i < cols; i += warp.size()) sum += in[row * cols + i];
  sum = cg::reduce(warp, sum, cg::plus<float>{});
  mean[row] = sum / cols; // twin: mean[row] = sum / cols + warp.thread_rank();
}

void run(const float *in, float *mean, int rows, int cols) { means<<<(rows + 3) / 4, 128>>>(in, mean, rows, cols); }
