// The launch has 4096 rows: the product stays below 2^32, and nothing has to be assumed of it.
// expect: race-free
// launch: grid 4096 block 64
__global__ void mark(int *a) {
  unsigned start = blockIdx.x * 1048576u;
  a[static_cast<size_t>(start + threadIdx.x)] = blockIdx.x;
}
