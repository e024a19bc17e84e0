// At its end a column starts again, two columns further on: what it stops at is no end.
// expect: inter-block-race line 8 with line 8
#include <cuda_runtime.h>
__global__ void columns(int *out) {
  int first = blockIdx.x, end = first + 4 * 1024, next = first;
  for (int i = 0; i < 12; i++) {
    if (next != end) {
      out[next] = i;
      next += 1024;
    } else {
      next = first + 2;
    }
  }
}
void run(int *out) { columns<<<16, 1>>>(out); }
