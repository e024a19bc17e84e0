// expect: conditional: pitch >= width * 4
// expect: possible inter-block-race line 9 with line 9
// A row is gone through in steps of as many pixels as there are threads along it: how long it has to be is read off the address all the same.
__global__ void fill(unsigned *pixels, int width, int height, size_t pitch) {
  int y = blockIdx.y;
  if (y >= height)
    return;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x)
    *(unsigned *)((char *)pixels + y * pitch + 4 * x) = x;
}
