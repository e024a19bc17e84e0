// A pass of a sorting network over global memory: of two partners only the one with the lower index exchanges.
// expect: race-free
__global__ void exchange(int *v, int j, int k) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  unsigned other = i ^ j;
  if (other > i) {
    int a = v[i], b = v[other];
    if ((i & k) == 0 ? a > b : a < b) {
      v[i] = b;
      v[other] = a;
    }
  }
}
