// Printing writes to no memory of the kernel's.
// expect: race-free
// launch: grid 1 block 64
#include <cstdio>
__global__ void report(int *a) {
  a[threadIdx.x] = threadIdx.x;
  printf("%p\n", static_cast<void *>(a));
}
