// Rows 2k and 2k + 1 are one warp, and what is read belongs to it.
// expect: race-free
// launch: grid 1 block 16,4
__global__ void below(int *out) {
  __shared__ int s[5][16];
  s[threadIdx.y][threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[16 * threadIdx.y + threadIdx.x] = s[threadIdx.y ^ 1][threadIdx.x];
}
