// Threads of one pair write the same field.
// expect: intra-warp-race line 10 with line 10
// launch: grid 4 block 64
struct Pair {
  int first;
  int second;
};
__global__ void fill(Pair *pairs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  pairs[i / 2].first = i;
}
