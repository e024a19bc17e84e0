// Each thread sets five bytes, and its word has four: thread 0 sets byte 4, and so does thread 1.
// expect: racy line 6 with line 6
// launch: grid 1 block 64
__global__ void clear(int *words) {
  char *bytes = reinterpret_cast<char *>(words + threadIdx.x);
  for (int k = 0; k <= 4; k++) bytes[k] = 0;
}
