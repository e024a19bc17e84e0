// The host puts the buffer into the global pointer that it also passes: thread 0 writes word 0, thread 63 reads it.
// expect: racy line 5 with line 5
__device__ int *target;
__global__ void reverse(const int *in) {
  target[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMemcpyToSymbol(target, &a, sizeof(a));
  reverse<<<1, 64>>>(a);
  return cudaDeviceSynchronize();
}
