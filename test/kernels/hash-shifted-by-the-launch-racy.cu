// A hash is shifted by a number of the launch that may be zero, and then half of the numbers are negative as signed ones.
// expect: intra-block-race line 9 with line 9
// launch: grid 1 block 64
// gpurace: assume shift == 0
__global__ void mark(int *marks, unsigned shift) {
  const unsigned hash = threadIdx.x * 2654435761u;
  const int place = hash >> shift;
  if (place < 0)
    marks[place & 3] = threadIdx.x;
}
