// The rows are half as long as what the warps write, however many there are.
// expect: inter-block-race line 7 with line 7
__global__ void addUp(const float *x, float *sums, long long heads, long long width) {
  int warp = blockIdx.x * 4 + threadIdx.x / 32;
  float *to = sums + blockIdx.y * heads * width / 2 + warp;
  if (threadIdx.x % 32 == 0)
    to[0] = x[warp] + blockIdx.y;
}

void run(const float *x, float *sums, long long heads, long long width, int rows) {
  dim3 blocks((heads * width + 3) / 4, rows);
  addUp<<<blocks, 128>>>(x, sums, heads, width);
}
