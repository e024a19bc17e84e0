// Four warps a block, and no guard: where heads * width is no multiple of four, the last warps write into the next row. Whoever writes
// this takes whole blocks for granted, as there are with a number of heads that is one.
// expect: conditional: heads % 4 == 0
// expect: possible inter-block-race line 9 with line 9
__global__ void addUp(const float *x, float *sums, long long heads, long long width) {
  int warp = blockIdx.x * 4 + threadIdx.x / 32;
  float *to = sums + blockIdx.y * heads * width + warp;
  if (threadIdx.x % 32 == 0)
    to[0] = x[warp] + blockIdx.y;
}

void run(const float *x, float *sums, long long heads, long long width, int rows) {
  dim3 blocks((heads * width + 3) / 4, rows);
  addUp<<<blocks, 128>>>(x, sums, heads, width);
}
