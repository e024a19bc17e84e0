// One warp fills the stages of a pipeline, the others empty them.
// expect: race-free
// launch: grid 4 block 160
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

const int STAGES = 2;
const int TILE = 128;

__global__ void roles(const float *in, float *out, int n) {
  __shared__ float tile[STAGES][TILE];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
  cg::thread_block block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state, (size_t)32);
  int t = threadIdx.x;
  const float *mine = in + (size_t)blockIdx.x * n * TILE;
  if (t < 32) {
    for (int k = 0; k < n; k++) {
      pipe.producer_acquire();
      cuda::memcpy_async(&tile[k % STAGES][4 * t], &mine[k * TILE + 4 * t], 16, pipe);
      pipe.producer_commit();
    }
  } else {
    float sum = 0;
    for (int k = 0; k < n; k++) {
      pipe.consumer_wait();
      sum += tile[k % STAGES][t - 32];
      pipe.consumer_release();
    }
    out[blockIdx.x * TILE + t - 32] = sum;
  }
}
