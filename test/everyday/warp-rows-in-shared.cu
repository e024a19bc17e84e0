// Each warp has a row of shared memory of its own and waits for its own lanes only.
// expect: race-free
#include <cuda_runtime.h>

__global__ void reverseRows(const int *in, int *out) {
  __shared__ int rows[8][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int i = blockIdx.x * 256 + threadIdx.x;
  rows[warp][lane] = in[i];
  __syncwarp(); // twin:
  out[i] = rows[warp][31 - lane];
}

void run(const int *in, int *out, int blocks) { reverseRows<<<blocks, 256>>>(in, out); }
