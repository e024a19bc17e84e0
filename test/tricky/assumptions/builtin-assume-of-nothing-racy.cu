// The kernel assumes that n is below zero, which the host's 32 is not: threads 0 and 32 both write a[0].
// expect: racy line 5 with line 5
__global__ void scatter(int *a, int n) {
  __builtin_assume(n < 0);
  a[static_cast<int>(threadIdx.x) % n] = threadIdx.x;
}
int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  scatter<<<1, 64>>>(a, 32);
  return cudaDeviceSynchronize();
}
