// A packed element has five bytes, and byte 5t + 4 is the last of the thread's own.
// expect: race-free
// launch: grid 1 block 63
struct __attribute__((packed)) Entry {
  char tag;
  int value;
};
__global__ void fill(Entry *entries) {
  entries[threadIdx.x].tag = 1;
  entries[threadIdx.x].value = 2;
  reinterpret_cast<char *>(entries)[5 * threadIdx.x + 4] = 3;
}
