// A vote of the block is a barrier, too.
// expect: race-free
// launch: grid 1 block 64
__global__ void reverse(const int *in, int *out) {
  __shared__ int s[64];
  int value = in[threadIdx.x];
  s[threadIdx.x] = value;
  if (__syncthreads_or(value > 0)) out[threadIdx.x] = s[63 - threadIdx.x];
}
