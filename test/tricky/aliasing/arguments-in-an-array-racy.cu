// cudaLaunchKernel gets the address of `a` for both arguments: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 4 with line 4
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  void *arguments[] = {&a, &a};
  cudaLaunchKernel(reverse, dim3(1), dim3(64), arguments, 0, nullptr);
  return cudaDeviceSynchronize();
}
