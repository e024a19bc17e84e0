// Each thread copies five numbers, the last of which is its neighbour's first.
// expect: inter-block-race line 6 with line 6
// launch: grid 2 block 64
__global__ void copy(int *to, const int *from) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  memcpy(to + 4 * i, from + 4 * i, 20);
}
