// A tile of a tensor, whose size the map says, is transposed when the phase is over that expects its bytes.
// expect: race-free
// assuming: tensor maps copy the bytes that are expected
// launch: grid 4,4 block 256
#include <cuda.h>
#include <cuda/barrier>
#include <utility>
using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

__global__ void add(const __grid_constant__ CUtensorMap map, int *out, int width) {
  __shared__ alignas(128) int tile[16][16];
  __shared__ barrier bar;
  int t = threadIdx.x, x = blockIdx.x * 16, y = blockIdx.y * 16;
  if (t == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  barrier::arrival_token token;
  if (t == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, &map, x, y, bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  out[(blockIdx.y * gridDim.x + blockIdx.x) * 256 + t] = tile[t % 16][t / 16];
}
