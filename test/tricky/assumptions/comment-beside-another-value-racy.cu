// The comment says 64, and the launch passes 32: threads 0 and 32 both write a[0].
// expect: racy line 4 with line 4
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  // gpurace: assume n == 64
  scatter<<<1, 64>>>(a, 32);
  return cudaDeviceSynchronize();
}
