// Eight bytes are copied into each word of four: thread 0 writes out[1] as well, which thread 1 writes.
// expect: racy line 7 with line 7
// launch: grid 1 block 64
#include <cstring>
__global__ void put(int *out) {
  long long x = threadIdx.x;
  memcpy(&out[threadIdx.x], &x, sizeof(x));
}
