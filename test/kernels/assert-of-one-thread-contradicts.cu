// The launch has 64 threads, and the assertion holds for 32 of them.
// expect: inconclusive: not every thread of the launch satisfies: assertions hold (test/kernels/assert-of-one-thread-contradicts.cu:6)
// launch: grid 1 block 64
#include <cassert>
__global__ void scatter(int *a) {
  assert(threadIdx.x < 32);
  a[threadIdx.x % 32] = threadIdx.x;
}
