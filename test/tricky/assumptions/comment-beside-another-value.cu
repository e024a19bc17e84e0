// The comment says 64, and so does the launch.
// expect: race-free
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  // gpurace: assume n == 64
  scatter<<<1, 64>>>(a, 64);
  return cudaDeviceSynchronize();
}
