// The assert is for debugging runs alone: without, and with n = 32, threads 0 and 32 both write a[0].
// expect: racy line 7 with line 7
// launch: grid 1 block 64
#include <cassert>
__global__ void scatter(int *a, unsigned n, bool debug) {
  if (debug) assert(n >= 64);
  a[threadIdx.x % n] = threadIdx.x;
}
