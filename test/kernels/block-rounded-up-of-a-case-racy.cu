// The number of threads is rounded up as unsigned, and told apart as signed: of 256 threads two share a place in rows of 128.
// expect: inter-block-race line 9 with line 9
#include <cuda_runtime.h>
template <int SIZE>
__global__ void turned(float *out, const float *in) {
  __shared__ float tile[2 * SIZE];
  tile[threadIdx.x] = in[blockIdx.x * SIZE + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * SIZE + threadIdx.x] = tile[2 * SIZE - 1 - threadIdx.x];
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
    case 256:
      turned<128><<<blocks, threads>>>(out, in);
      break;
  }
}
void run(float *out, const float *in, int n, int most) {
  if (n <= 1) return;
  int threads = n < 2 * most ? roundedUp(n / 2) : most;
  launch(out, in, threads, n / threads);
}
