// The copy is begun behind the arrival: the next phase waits for it.
// expect: async-copy-race line 15 with line 17
// launch: grid 4 block 256
#include <cuda/barrier>
#include <utility>
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void shifted(const int *in, int *out) {
  __shared__ int tile[256];
  __shared__ barrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  int t = threadIdx.x;
  auto token = bar.arrive();
  cuda::memcpy_async(&tile[t], &in[blockIdx.x * 256 + t], sizeof(int), bar);
  bar.wait(std::move(token));
  out[blockIdx.x * 256 + t] = tile[255 - t];
}
