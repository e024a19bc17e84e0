// No n passes both asserts: what is proved from them says nothing of any launch.
// expect: unproved
// launch: grid 1 block 64
#include <cassert>
__global__ void scatter(int *a, unsigned n) {
  assert(n > 50);
  assert(n < 30);
  a[threadIdx.x % n] = threadIdx.x;
}
