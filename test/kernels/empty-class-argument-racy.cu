// The number behind the object of an empty class is zero, and the one behind it is not: all threads store to one place.
// expect: intra-block-race line 13 with line 13
struct Sum {
  __device__ int operator()(int a, int b) const { return a + b; }
};

struct Pair {
  int first, second;
};

template <class Operation>
__global__ void apply(Operation operation, int step, int rest, Pair pair, Operation, const int *in, int *out) {
  out[threadIdx.x * step] = operation(in[threadIdx.x * rest], pair.first);
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  apply<<<1, 64>>>(Sum{}, 0, 1, Pair{1, 2}, Sum{}, in, out);
}
