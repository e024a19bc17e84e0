// The view writes bytes 4t to 4t + 3, and byte 4t + 4 is written once more: by thread 0 and by thread 1.
// expect: racy line 5 with line 6
// launch: grid 1 block 64
__global__ void clear(unsigned char *bytes) {
  reinterpret_cast<int *>(bytes)[threadIdx.x] = 0;
  bytes[4 * threadIdx.x + 4] = 1;
}
