// The host goes on from its assertion with multiples of four only, and never comes to the launch that would race.
// expect: race-free
#include <cassert>
__global__ void scale(int *a, int step) {
  a[threadIdx.x * step] = threadIdx.x;
}

void run(int *a, int n) {
  assert(n % 4 == 0);
  if (n % 6 == 1) {
    scale<<<1, n>>>(a, 0);
  } else {
    scale<<<1, n>>>(a, 1);
  }
}
