// Every n from 64 to 999 passes both asserts.
// expect: race-free
// launch: grid 1 block 64
#include <cassert>
__global__ void scatter(int *a, unsigned n) {
  assert(n >= 64);
  assert(n < 1000);
  a[threadIdx.x % n] = threadIdx.x;
}
