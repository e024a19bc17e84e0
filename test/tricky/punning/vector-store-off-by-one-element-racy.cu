// Four bytes are stored every three: thread 0 writes byte 3, and so does thread 1.
// expect: racy line 7 with line 7
// launch: grid 1 block 64
__global__ void paint(unsigned char *image) {
  unsigned char *pixel = image + 3 * threadIdx.x;
  const unsigned char colour[4] = {10, 20, 30, 255};
  memcpy(pixel, colour, 4);
}
