// Four bytes are stored every four.
// expect: race-free
// launch: grid 1 block 64
__global__ void paint(unsigned char *image) {
  unsigned char *pixel = image + 4 * threadIdx.x;
  const unsigned char colour[4] = {10, 20, 30, 255};
  memcpy(pixel, colour, 4);
}
