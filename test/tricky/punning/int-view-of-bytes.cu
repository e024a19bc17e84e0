// The view writes bytes 4t to 4t + 3, and byte 4t + 3 is written once more by the same thread.
// expect: race-free
// launch: grid 1 block 64
__global__ void clear(unsigned char *bytes) {
  reinterpret_cast<int *>(bytes)[threadIdx.x] = 0;
  bytes[4 * threadIdx.x + 3] = 1;
}
