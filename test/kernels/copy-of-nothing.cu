// expect: race-free
// A length that is computed to be zero: nothing is read, nothing is written.
__global__ void clear(int *to, const int *from) {
  memcpy(to, from, sizeof(int) / 8);
  memset(to, 0, sizeof(int) - sizeof(unsigned));
}
