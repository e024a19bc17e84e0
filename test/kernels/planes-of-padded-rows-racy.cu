// The last row of a plane is where the first one of the next plane starts.
// expect: inter-block-race line 13 with line 13
__global__ void fill(unsigned char *pixels, int width, int height, int depth, size_t pitch, size_t plane) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z;
  if (x >= width || y >= height || z >= depth)
    return;
  unsigned char *pixel = pixels + z * plane + y * pitch + 4 * x;
  unsigned char color = 16 * z + y;
  for (int channel = 0; channel < 4; ++channel)
    // One row too few is between two planes.
    pixel[channel] = color + channel;
}

void fillAll(unsigned char *pixels) {
  dim3 threads(16, 16);
  fill<<<dim3(4, 4, 8), threads>>>(pixels, 64, 64, 8, 256, 256 * 63);
}
