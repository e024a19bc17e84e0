// The kernel never asks for y, and blocks have one row.
// expect: race-free
__global__ void number(int *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}
int main() {
  int *a;
  cudaMalloc(&a, 256 * sizeof(int));
  number<<<4, dim3(64, 1)>>>(a);
  return cudaDeviceSynchronize();
}
