// Printing has no part in it: threads 0 and 1 both write a[0].
// expect: racy line 6 with line 6
// launch: grid 1 block 64
#include <cstdio>
__global__ void report(int *a) {
  a[threadIdx.x / 2] = threadIdx.x;
  printf("%p\n", static_cast<void *>(a));
}
