// Groups of a whole wavefront and of the block; sums by shuffles within parts of a wavefront touch no memory.
// launch: grid 4 block 256
// expect: race-free
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

namespace cg = cooperative_groups;

__global__ void sums(const int *in, int *out) {
  __shared__ int s[256];
  cg::thread_block block = cg::this_thread_block();
  auto wave = cg::tiled_partition<64>(block);
  auto part = cg::tiled_partition<16>(block);
  int t = block.thread_rank(), i = blockIdx.x * 256 + t;
  s[t] = in[i];
  wave.sync();
  int value = s[t ^ 63];
  for (int delta = part.size() / 2; delta > 0; delta /= 2) value += part.shfl_down(value, delta);
  block.sync();
  if (part.thread_rank() == 0) s[t / 16] = value;
  block.sync();
  if (t < 16) out[blockIdx.x * 16 + t] = s[t];
}
