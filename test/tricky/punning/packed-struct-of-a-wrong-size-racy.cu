// Bytes are counted as if an element had four, and it has five: thread 1 writes byte 4, which is of thread 0's `value`.
// expect: racy line 9 with line 10
// launch: grid 1 block 64
struct __attribute__((packed)) Entry {
  char tag;
  int value;
};
__global__ void fill(Entry *entries) {
  entries[threadIdx.x].value = 2;
  reinterpret_cast<char *>(entries)[4 * threadIdx.x] = 3;
}
