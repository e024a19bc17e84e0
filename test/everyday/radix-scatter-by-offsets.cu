// Where the keys of a digit begin for each block was scanned before; the rank in the block is counted.
// expect: inconclusive
#include <cuda_runtime.h>
#define RADIX 16
#define THREADS 128

__global__ void scatter(const unsigned *in, unsigned *out, const unsigned *digitOffsets, int shift, int n) {
  __shared__ unsigned next[RADIX];
  if (threadIdx.x < RADIX) next[threadIdx.x] = digitOffsets[threadIdx.x * gridDim.x + blockIdx.x];
  __syncthreads(); // twin:
  int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) {
    unsigned key = in[i];
    unsigned digit = (key >> shift) & (RADIX - 1);
    out[atomicAdd(&next[digit], 1u)] = key;
  }
}

void run(const unsigned *in, unsigned *out, const unsigned *offsets, int shift, int n) {
  scatter<<<(n + THREADS - 1) / THREADS, THREADS>>>(in, out, offsets, shift, n);
}
