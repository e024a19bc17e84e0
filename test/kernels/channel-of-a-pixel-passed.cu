// Which of four channels a kernel writes is passed: nobody passes the fifth, which is the first of the next pixel.
// expect: conditional: channel >= 0 && channel < 8
// expect: possible inter-block-race line 8 with line 9
__global__ void highlight(unsigned char *pixels, const unsigned char *grey, int count, int channel) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  unsigned char *pixel = pixels + 4 * i;
  pixel[3] = 255;
  pixel[channel / 2] = grey[i];
}

void run(unsigned char *pixels, const unsigned char *grey, int count, int channel) {
  highlight<<<(count + 255) / 256, 256>>>(pixels, grey, count, channel);
}
