// A hash goes to the kernel in two halves. That the upper one is not zero is no overflow, be the lower one the number of blocks as well.
// expect: possible intra-warp-race line 8 with line 8
// expect: possible intra-warp-race line 11 with line 11
// expect: inconclusive: a possible intra-warp-race was neither proved nor ruled out (test/kernels/halves-of-a-hash.cu:8)
// expect: inconclusive: a possible intra-warp-race was neither proved nor ruled out (test/kernels/halves-of-a-hash.cu:11)
#include <cstddef>
__global__ void halves(int *a, int low, int high) {
  if (high > 0 && threadIdx.x < 2) a[low] = threadIdx.x;
}
__global__ void blocks(int *a, int low, int high) {
  if (high > 0 && threadIdx.x < 2) a[low + blockIdx.x] = threadIdx.x;
}
void run(int *a, const char *text) {
  size_t hash = 0;
  for (; *text; text++) hash = hash * 31 + *text;
  halves<<<1, 64>>>(a, (int)hash, (int)(hash >> 32));
  blocks<<<hash, 64>>>(a, (int)hash, (int)(hash >> 32));
}
