// A block copies together, and a thread waits for its own part only.
// expect: async-copy-race line 14 with line 17
// launch: grid 4 block 64
#include <cooperative_groups.h>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

__global__ void together(const int *in, int *out) {
  __shared__ int tile[64];
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(block, tile, in + blockIdx.x * 64, sizeof(int) * 64, pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  out[blockIdx.x * 64 + threadIdx.x] = tile[threadIdx.x];
  pipe.consumer_release();
}
