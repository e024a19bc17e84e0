// Addresses are numbers here, two words apart for two threads that share one: 0 and 1 write a[0].
// expect: racy line 7 with line 7
// launch: grid 1 block 64
#include <cstdint>
__global__ void mark(int *a) {
  uintptr_t place = reinterpret_cast<uintptr_t>(a) + 4 * (threadIdx.x / 2);
  *reinterpret_cast<int *>(place) = threadIdx.x;
}
