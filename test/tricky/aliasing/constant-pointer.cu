// Whatever the pointer in constant memory is: only thread 0 reads, and it reads what it writes itself.
// expect: race-free
__constant__ int *source;
__global__ void reverse(int *out) {
  out[threadIdx.x] = 1;
  if (threadIdx.x == 0) out[0] = source[0];
}
int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMemcpyToSymbol(source, &a, sizeof(a));
  reverse<<<1, 64>>>(a);
  return cudaDeviceSynchronize();
}
