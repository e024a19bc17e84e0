// The assert stands on every path.
// expect: race-free
// launch: grid 1 block 64
#include <cassert>
__global__ void scatter(int *a, unsigned n, bool debug) {
  assert(n >= 64);
  a[threadIdx.x % n] = threadIdx.x;
}
