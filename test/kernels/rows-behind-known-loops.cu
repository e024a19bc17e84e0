// What a loop of known length leaves is known behind it: the loop around it goes on from there, a row of 24 at a time.
// expect: race-free
#include <cuda_runtime.h>
__global__ void __launch_bounds__(1) rows(int *out, int n) {
  int at = 24 * n * blockIdx.x;
  for (int w = 0; w < n; w++)
    for (int i = 0; i < 8; i++) {
      out[at] = w;
      at += 3;
    }
}
void run(int *out, int n, int blocks) { rows<<<blocks, 1>>>(out, n); }
