// The address is changed by an exclusive or and changed back; each thread writes its own word.
// expect: race-free
// launch: grid 1 block 64
#include <cstdint>
__global__ void mark(int *a) {
  uintptr_t hidden = reinterpret_cast<uintptr_t>(a) ^ 0x5a5a;
  int *same = reinterpret_cast<int *>(hidden ^ 0x5a5a);
  a[threadIdx.x] = 1;
  same[threadIdx.x] = 2;
}
