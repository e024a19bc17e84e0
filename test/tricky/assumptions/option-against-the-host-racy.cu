// The stated fact is not what the host does: it passes 32, with which threads 0 and 32 both write a[0].
// expect: racy line 5 with line 5
// assume: n >= 64
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  scatter<<<1, 64>>>(a, 32);
  return cudaDeviceSynchronize();
}
