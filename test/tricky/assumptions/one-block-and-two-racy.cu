// The kernel never asks for its block, and the second launch has two: thread 0 of both writes a[0].
// expect: racy line 4 with line 4
__global__ void number(int *a) {
  a[threadIdx.x] = threadIdx.x;
}
int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  number<<<1, 64>>>(a);
  number<<<2, 32>>>(a);
  return cudaDeviceSynchronize();
}
