// Threads of one pair write different fields of one structure.
// expect: race-free
// launch: grid 4 block 64
struct Pair {
  int first;
  int second;
};
__global__ void fill(Pair *pairs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2 == 0)
    pairs[i / 2].first = i;
  else
    pairs[i / 2].second = i;
}
