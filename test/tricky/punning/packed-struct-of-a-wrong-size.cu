// Bytes are counted in sizes of the element.
// expect: race-free
// launch: grid 1 block 64
struct __attribute__((packed)) Entry {
  char tag;
  int value;
};
__global__ void fill(Entry *entries) {
  entries[threadIdx.x].value = 2;
  reinterpret_cast<char *>(entries)[sizeof(Entry) * threadIdx.x] = 3;
}
