// The stated fact is what the host does.
// expect: race-free
// assume: n >= 64
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  scatter<<<1, 64>>>(a, 64);
  return cudaDeviceSynchronize();
}
