// The pointer in constant memory is the buffer that is passed: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 5 with line 5
__constant__ int *source;
__global__ void reverse(int *out) {
  out[threadIdx.x] = source[63 - threadIdx.x];
}
int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMemcpyToSymbol(source, &a, sizeof(a));
  reverse<<<1, 64>>>(a);
  return cudaDeviceSynchronize();
}
