// Early GPUs multiply numbers of 24 bits fast: a size counts as one that fits.
// expect: race-free
__global__ void fill(float *out, int width, int height) {
  unsigned int x = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;
  unsigned int y = __umul24(blockIdx.y, blockDim.y) + threadIdx.y;
  if (x < width && y < height) out[__umul24(y, width) + x] = x + y;
}
void run(float *out, int width, int height) {
  fill<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(out, width, height);
}
