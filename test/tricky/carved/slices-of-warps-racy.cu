// The slices of two warps lie 16 words apart: lane 16 of warp 0 and lane 0 of warp 1 both write word 16.
// expect: racy line 7 with line 7
// launch: grid 2 block 128
__global__ void number() {
  extern __shared__ int s[];
  int *mine = s + 16 * (threadIdx.x / 32);
  mine[threadIdx.x % 32] = threadIdx.x;
}
