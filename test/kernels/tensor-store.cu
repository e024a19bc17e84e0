// A tile is stored by a tensor map that nobody in sight makes: what that writes is not known.
// expect: inconclusive: memory that a copy by a tensor map writes (test/kernels/tensor-store.cu:15)
// launch: grid 4 block 256
#include <cuda.h>
#include <cuda/ptx>
namespace ptx = cuda::ptx;

__global__ void fill(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(128) int tile[256];
  tile[threadIdx.x] = threadIdx.x;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    int at[] = {int(blockIdx.x) * 256};
    ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, at, tile);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}
