// cudaLaunchKernel gets the addresses of two pointers to two buffers.
// expect: race-free
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  void *arguments[] = {&a, &b};
  cudaLaunchKernel(reverse, dim3(1), dim3(64), arguments, 0, nullptr);
  return cudaDeviceSynchronize();
}
