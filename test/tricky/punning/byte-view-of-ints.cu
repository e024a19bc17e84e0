// Each thread sets the four bytes of its word.
// expect: race-free
// launch: grid 1 block 64
__global__ void clear(int *words) {
  char *bytes = reinterpret_cast<char *>(words + threadIdx.x);
  for (int k = 0; k < 4; k++) bytes[k] = 0;
}
