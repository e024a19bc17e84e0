// The kernel never asks for its block, and both launches have one.
// expect: race-free
__global__ void number(int *a) {
  a[threadIdx.x] = threadIdx.x;
}
int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  number<<<1, 64>>>(a);
  number<<<1, 32>>>(a);
  return cudaDeviceSynchronize();
}
