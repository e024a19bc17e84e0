// What is made for blocks of 64 threads runs in such blocks: a larger one would race for the storage.
// expect: race-free
#include <cub/cub.cuh>

__global__ void doubled(const int *in, int *out, int n) {
  typedef cub::BlockLoad<int, 64, 2, cub::BLOCK_LOAD_WARP_TRANSPOSE> Load;
  __shared__ typename Load::TempStorage load;
  int items[2];
  int first = blockIdx.x * 128;
  Load(load).Load(in + first, items, n - first, 0);
  for (int i = 0; i < 2; i++) {
    int at = first + threadIdx.x * 2 + i;
    if (at < n) out[at] = items[i] * 2;
  }
}
