// `in` was allocated; the array that the kernel writes is a global one.
// expect: race-free
__device__ int table[64];
__global__ void reverse(const int *in) {
  table[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *in;
  cudaMalloc(&in, sizeof(table));
  reverse<<<1, 64>>>(in);
  return cudaDeviceSynchronize();
}
