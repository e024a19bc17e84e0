// What a loop of known length leaves is known behind it: the loop around it goes on from there, and comes into the rows of the next block.
// expect: inter-block-race line 8 with line 8
#include <cuda_runtime.h>
__global__ void __launch_bounds__(1) rows(int *out, int n) {
  int at = 24 * n * blockIdx.x;
  for (int w = 0; w < n; w++)
    for (int i = 0; i < 9; i++) {
      out[at] = w;
      at += 3;
    }
}
void run(int *out, int n) { rows<<<64, 1>>>(out, 16); }
