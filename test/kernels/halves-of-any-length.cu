// expect: conditional: powerOfTwo(n)
// expect: possible intra-block-race line 15 with line 18
// expect: possible intra-warp-race line 16 with line 19
// expect: possible intra-warp-race line 18 with line 18
// expect: possible intra-warp-race line 19 with line 19
// The halves of a length that is no power of two are none either: two threads then exchange the same keys.
#include <cassert>
__global__ void mergeHalves(float *keys, unsigned n, unsigned up) {
  __shared__ float part[1024];
  part[threadIdx.x] = keys[threadIdx.x];
  part[threadIdx.x + 512] = keys[threadIdx.x + 512];
  for (unsigned stride = n / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    unsigned at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    float low = part[at];
    float high = part[at + stride];
    if ((low > high) == up) {
      part[at] = high;
      part[at + stride] = low;
    }
  }
  __syncthreads();
  keys[threadIdx.x] = part[threadIdx.x];
  keys[threadIdx.x + 512] = part[threadIdx.x + 512];
}

void mergeAll(float *keys, unsigned n, unsigned up) {
  assert(n >= 2 && n <= 1024);
  mergeHalves<<<1, 512>>>(keys, n, up);
}
