// The thread waits until its copy has written.
// expect: race-free
// launch: grid 4 block 256
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void blocks(const int *in, int *out, int n) {
  __shared__ alignas(16) int tile[256];
  for (int k = 0; k < n; k++) {
    size_t at = ((size_t)blockIdx.x * n + k) * 256;
    tile[threadIdx.x] = in[at + threadIdx.x];
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + at, tile, sizeof(tile));
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
    __syncthreads();
    if (threadIdx.x == 0) out[at] += 1;
  }
}
