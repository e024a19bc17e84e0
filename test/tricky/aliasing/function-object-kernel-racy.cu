// The function object that the kernel calls holds one buffer twice: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 7 with line 7
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
  forEach<<<1, 64>>>(Reverse{a, a});
  return cudaDeviceSynchronize();
}
