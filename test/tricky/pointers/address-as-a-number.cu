// Addresses are numbers here, one word apart from thread to thread.
// expect: race-free
// launch: grid 1 block 64
#include <cstdint>
__global__ void mark(int *a) {
  uintptr_t place = reinterpret_cast<uintptr_t>(a) + 4 * threadIdx.x;
  *reinterpret_cast<int *>(place) = threadIdx.x;
}
