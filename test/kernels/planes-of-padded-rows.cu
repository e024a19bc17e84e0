// Pixels of four bytes in rows, and rows in planes: how long each of them has to be is read off the address.
// expect: conditional: pitch >= width * 4; plane >= height * pitch
// expect: possible inter-block-race line 12 with line 12
__global__ void fill(unsigned char *pixels, int width, int height, int depth, size_t pitch, size_t plane) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z;
  if (x >= width || y >= height || z >= depth)
    return;
  unsigned char *pixel = pixels + z * plane + y * pitch + 4 * x;
  for (int channel = 0; channel < 4; ++channel)
    pixel[channel] = channel;
}
