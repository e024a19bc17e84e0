// The product of 32 bits is 0 for every 4096th row, and the launch has 8192 of them: unsigned arithmetic wraps.
// expect: inter-block-race line 6 with line 6
// launch: grid 8192 block 64
__global__ void mark(int *a) {
  unsigned start = blockIdx.x * 1048576u;
  a[static_cast<size_t>(start + threadIdx.x)] = blockIdx.x;
}
