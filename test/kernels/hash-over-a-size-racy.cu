// A hash is divided by a size that may be one, and then half of the numbers are negative as signed ones.
// expect: intra-block-race line 9 with line 9
// launch: grid 1 block 64
// gpurace: assume count == 1
__global__ void mark(int *marks, unsigned count) {
  const unsigned hash = threadIdx.x * 2654435761u;
  const int place = hash / count;
  if (place < 0)
    marks[place & 3] = threadIdx.x;
}
