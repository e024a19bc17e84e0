// The memory has 64 words for any n, and n is 32 here: threads 0 and 32 both write a[0].
// expect: racy line 4 with line 4
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
static void run(unsigned n) {
  int *a;
  if (cudaMalloc(&a, 64 * sizeof(int)) != cudaSuccess) return;
  scatter<<<1, 64>>>(a, n);
}
int main() {
  run(32);
  return cudaDeviceSynchronize();
}
