// The assertion fails in half of the threads; but they share nothing, so that there is nothing to race for.
// expect: race-free
// launch: grid 1 block 64
#include <cassert>
__global__ void test() {
  assert(threadIdx.x < 32);
}
