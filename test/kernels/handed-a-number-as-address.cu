// The address is computed from numbers that nobody knows.
// expect: inconclusive: calls draw, which has no body here and is handed memory behind an unknown pointer (test/kernels/handed-a-number-as-address.cu:7)
// launch: grid 4 block 64
extern __device__ int draw(int *seeds);
__global__ void fill(int *out, const unsigned long long *places) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = draw(reinterpret_cast<int *>(places[i] * 3));
}
