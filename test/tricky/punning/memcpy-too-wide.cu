// Four bytes are copied into each word of four.
// expect: race-free
// launch: grid 1 block 64
#include <cstring>
__global__ void put(int *out) {
  long long x = threadIdx.x;
  memcpy(&out[threadIdx.x], &x, sizeof(out[0]));
}
