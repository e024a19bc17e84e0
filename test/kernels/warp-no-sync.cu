// Lanes of a warp rely on lockstep.
// expect: intra-warp-race line 6 with line 7
// launch: grid 1 block 32
__global__ void rotate(int *a) {
  __shared__ int s[32];
  s[threadIdx.x] = a[threadIdx.x];
  int next = s[(threadIdx.x + 1) % 32];
  a[threadIdx.x] = next;
}
