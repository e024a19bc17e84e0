// The function object that the kernel calls holds two buffers.
// expect: race-free
struct Reverse {
  int *out;
  const int *in;
  __device__ void operator()(int i) const {
    out[i] = in[63 - i];
  }
};
template <class Work>
__global__ void forEach(Work work) {
  work(threadIdx.x);
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  forEach<<<1, 64>>>(Reverse{a, b});
  return cudaDeviceSynchronize();
}
