// A scan by CUB, whose memory is used twice with a barrier between.
// expect: race-free
#include <cuda_runtime.h>
#include <cub/cub.cuh>

__global__ void scanTwice(const int *in, int *out) {
  typedef cub::BlockScan<int, 128> BlockScan;
  __shared__ typename BlockScan::TempStorage temp;
  int x = in[blockIdx.x * 128 + threadIdx.x], a, b;
  BlockScan(temp).ExclusiveSum(x, a);
  __syncthreads(); // twin:
  BlockScan(temp).ExclusiveSum(a, b);
  out[blockIdx.x * 128 + threadIdx.x] = b;
}

void run(const int *in, int *out, int blocks) { scanTwice<<<blocks, 128>>>(in, out); }
