// The slices of two warps lie 32 words apart.
// expect: race-free
// launch: grid 2 block 128
__global__ void number() {
  extern __shared__ int s[];
  int *mine = s + 32 * (threadIdx.x / 32);
  mine[threadIdx.x % 32] = threadIdx.x;
}
