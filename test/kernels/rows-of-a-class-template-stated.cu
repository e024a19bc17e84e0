// The same with the fact that it needs, stated by places.
// expect: race-free
template <class A, class B> struct Pair {
  A first;
  B second;
};
template <class A, class B> struct Triple : Pair<A, B> {
  B third;
};

// gpurace: assume shape@8 >= shape@4
__global__ void fill(const float *in, float *out, Triple<int, int> shape) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= shape.first || column >= shape.second)
    return;
  out[row * shape.third + column] = in[row * shape.second + column];
}
