// A row has 16 threads, but rows 1 and 2 are of two warps: thread (0, 1) reads what thread (0, 2) writes.
// expect: racy line 6 with line 8
// launch: grid 1 block 16,4
__global__ void below(int *out) {
  __shared__ int s[5][16];
  s[threadIdx.y][threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[16 * threadIdx.y + threadIdx.x] = s[(threadIdx.y + 1) % 4][threadIdx.x];
}
