// The same with a fact about another place, which is of no help.
// expect: conditional: shape@8 >= shape@4
// expect: possible inter-block-race line 18 with line 18
template <class A, class B> struct Pair {
  A first;
  B second;
};
template <class A, class B> struct Triple : Pair<A, B> {
  B third;
};

// gpurace: assume shape@8 >= shape@0
__global__ void fill(const float *in, float *out, Triple<int, int> shape) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= shape.first || column >= shape.second)
    return;
  out[row * shape.third + column] = in[row * shape.second + column];
}
