// Tiles begin every four columns, and are eight columns wide: neighbours overlap, and the last one is longer than its row.
// expect: inter-block-race line 10 with line 10
#include <cuda_runtime.h>
__global__ void tiles(float *out) {
  unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (unsigned place = blockIdx.x;; place += gridDim.x) {
    unsigned row = place * 4 / 256 * 8, column = place * 4 % 256;
    if (row >= 256) break;
    float *tile = out + (row + warp) * 16 * 4096 + column * 16;
    for (int r = 0; r < 2; r++) *((float4 *)(tile + 4096 * r) + lane) = make_float4(place, place, place, place);
  }
}
void run(float *out, int blocks) { tiles<<<blocks, 256>>>(out); }
