// Only the offset is kept as a number, and it is the thread's own.
// expect: race-free
// launch: grid 1 block 64
__global__ void mark(int *a) {
  int *mine = a + threadIdx.x;
  unsigned offset = static_cast<unsigned>(reinterpret_cast<char *>(mine) - reinterpret_cast<char *>(a));
  *reinterpret_cast<int *>(reinterpret_cast<char *>(a) + offset) = threadIdx.x;
}
