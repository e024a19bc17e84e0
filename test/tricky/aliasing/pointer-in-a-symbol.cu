// Whatever the global pointer holds: each thread touches its own word alone.
// expect: race-free
__device__ int *target;
__global__ void reverse(const int *in) {
  target[threadIdx.x] = in[threadIdx.x];
}
int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMemcpyToSymbol(target, &a, sizeof(a));
  reverse<<<1, 64>>>(a);
  return cudaDeviceSynchronize();
}
