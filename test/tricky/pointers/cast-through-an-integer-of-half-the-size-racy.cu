// Only the offset is kept as a number, and it is that of two threads: 0 and 1 both write a[0].
// expect: racy line 7 with line 7
// launch: grid 1 block 64
__global__ void mark(int *a) {
  int *mine = a + threadIdx.x / 2;
  unsigned offset = static_cast<unsigned>(reinterpret_cast<char *>(mine) - reinterpret_cast<char *>(a));
  *reinterpret_cast<int *>(reinterpret_cast<char *>(a) + offset) = threadIdx.x;
}
