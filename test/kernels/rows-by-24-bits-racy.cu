// The last column of a row is the first one of the next.
// expect: inter-block-race line 6 with line 6
__global__ void fill(float *out, int width, int height) {
  unsigned int x = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;
  unsigned int y = __umul24(blockIdx.y, blockDim.y) + threadIdx.y;
  if (x <= width && y < height) out[__umul24(y, width) + x] = x + y;
}
void run(float *out, int width, int height) {
  fill<<<dim3(width / 16 + 1, (height + 15) / 16), dim3(16, 16)>>>(out, width, height);
}
