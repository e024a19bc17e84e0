// An empty bit-field keeps the two in bytes of their own.
// expect: race-free
// launch: grid 1 block 64
struct Flags {
  unsigned char low : 4;
  unsigned char : 0;
  unsigned char high : 4;
};
__global__ void set(Flags *flags) {
  if (threadIdx.x % 2 == 0) {
    flags[threadIdx.x / 2].low = 1;
  } else {
    flags[threadIdx.x / 2].high = 1;
  }
}
