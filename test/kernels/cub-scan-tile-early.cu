// The scan starts in storage from which other warps still read the tile that was loaded.
// expect: intra-block-race line 25 with line 26
#include <cub/cub.cuh>

struct Running {
  int total;
  __device__ int operator()(int aggregate) {
    int before = total;
    total += aggregate;
    return before;
  }
};
__global__ void scan(const int *in, int *out, int n) {
  typedef cub::BlockLoad<int, 64, 4, cub::BLOCK_LOAD_TRANSPOSE> Load;
  typedef cub::BlockStore<int, 64, 4, cub::BLOCK_STORE_WARP_TRANSPOSE> Store;
  typedef cub::BlockScan<int, 64> Scan;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Scan::TempStorage scan;
  } temp;
  int items[4];
  Running running = {0};
  int first = blockIdx.x * 256;
  Load(temp.load).Load(in + first, items, n - first, 0);
  Scan(temp.scan).ExclusiveSum(items, items, running);
  __syncthreads();
  Store(temp.store).Store(out + first, items, n - first);
}
int main() {
  int *in, *out;
  cudaMalloc(&in, 1000 * sizeof(int));
  cudaMalloc(&out, 1000 * sizeof(int));
  scan<<<4, 64>>>(in, out, 1000);
  return cudaDeviceSynchronize();
}
