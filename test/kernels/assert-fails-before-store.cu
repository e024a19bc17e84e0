// No thread passes the assertion, and behind it all write one place: where assertions are left out they do.
// expect: inconclusive: not every thread of the launch satisfies: assertions hold (test/kernels/assert-fails-before-store.cu:6)
// launch: grid 1 block 64
#include <cassert>
__global__ void test(int *a) {
  assert(threadIdx.x >= 64);
  a[0] = threadIdx.x;
}
