// An image of four channels, a thread for each pixel: the grid is as wide as the image whose width the kernel is told.
// fact: relation
// without: inter-block-race line 9 with line 9, possible
// condition: width >= gridDim.x * blockDim.x
__global__ void toneMap(const float *in, float *out, int width, int channels) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float light = in[width * channels * y + x * channels];
  out[width * channels * y + x * channels] = light / (1 + light);
}
#ifdef WITHOUT_FACT
void compress(const float *in, float *out, int width, int height, int across) {
#else
void compress(const float *in, float *out, int width, int height) {
  const int across = width;
#endif
  dim3 block(16, 16), grid(across / 16, height / 16);
  toneMap<<<grid, block>>>(in, out, width, 4);
}
