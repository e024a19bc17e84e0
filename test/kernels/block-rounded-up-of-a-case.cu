// The number of threads is rounded up as unsigned, and told apart as signed: each case has one size all the same.
// expect: race-free
#include <cuda_runtime.h>
template <int SIZE>
__global__ void turned(float *out, const float *in) {
  __shared__ float tile[SIZE];
  tile[threadIdx.x] = in[blockIdx.x * SIZE + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * SIZE + threadIdx.x] = tile[SIZE - 1 - threadIdx.x];
}
unsigned roundedUp(unsigned x) {
  --x;
  x |= x >> 1;
  x |= x >> 2;
  x |= x >> 4;
  x |= x >> 8;
  x |= x >> 16;
  return ++x;
}
void launch(float *out, const float *in, int threads, int blocks) {
  switch (threads) {
    case 64:
      turned<64><<<blocks, threads>>>(out, in);
      break;
    case 128:
      turned<128><<<blocks, threads>>>(out, in);
      break;
  }
}
void run(float *out, const float *in, int n, int most) {
  if (n <= 1) return;
  int threads = n < 2 * most ? roundedUp(n / 2) : most;
  launch(out, in, threads, n / threads);
}
