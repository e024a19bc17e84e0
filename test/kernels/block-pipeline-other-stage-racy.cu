// What is read is the stage that is being filled.
// expect: async-copy-race line 25 with line 29
// launch: grid 4 block 128
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

const int STAGES = 2;
const int TILE = 128;

__global__ void batches(const float *in, float *out, int n) {
  __shared__ float tile[STAGES][TILE];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
  cg::thread_block block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int t = threadIdx.x;
  const float *mine = in + (size_t)blockIdx.x * n * TILE;
  pipe.producer_acquire();
  cuda::memcpy_async(block, tile[0], mine, sizeof(tile[0]), pipe);
  pipe.producer_commit();
  float sum = 0;
  for (int k = 0; k < n; k++) {
    if (k + 1 < n) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, tile[(k + 1) % STAGES], mine + (k + 1) * TILE, sizeof(tile[0]), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += tile[(k + 1) % STAGES][TILE - 1 - t];
    pipe.consumer_release();
  }
  out[blockIdx.x * TILE + t] = sum;
}
