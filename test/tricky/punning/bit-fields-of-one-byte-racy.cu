// Two bit-fields of one byte: thread 0 writes `low` and thread 1 `high` of flags[0], and both write the byte.
// expect: racy line 10 with line 12
// launch: grid 1 block 64
struct Flags {
  unsigned char low : 4;
  unsigned char high : 4;
};
__global__ void set(Flags *flags) {
  if (threadIdx.x % 2 == 0) {
    flags[threadIdx.x / 2].low = 1;
  } else {
    flags[threadIdx.x / 2].high = 1;
  }
}
