// A packed element has five bytes, and byte 5t + 5 is the neighbour's `tag`: thread 0 writes what thread 1 writes.
// expect: racy line 9 with line 11
// launch: grid 1 block 63
struct __attribute__((packed)) Entry {
  char tag;
  int value;
};
__global__ void fill(Entry *entries) {
  entries[threadIdx.x].tag = 1;
  entries[threadIdx.x].value = 2;
  reinterpret_cast<char *>(entries)[5 * threadIdx.x + 5] = 3;
}
