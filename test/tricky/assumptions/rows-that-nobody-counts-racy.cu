// The kernel never asks for y, and blocks have two rows: threads (0, 0) and (0, 1) both write a[0].
// expect: racy line 4 with line 4
__global__ void number(int *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}
int main() {
  int *a;
  cudaMalloc(&a, 256 * sizeof(int));
  number<<<4, dim3(32, 2)>>>(a);
  return cudaDeviceSynchronize();
}
