// A field of the parameter that one branch changes keeps the host's value on the other.
// expect: intra-block-race line 8 with line 8
// launch: grid 1 block 64
struct Range { int *data; int step; };
__global__ void fill(Range range, int flag) {
  int t = threadIdx.x;
  if (flag > 0) range.step = 1;
  range.data[t * range.step] = t;
}
