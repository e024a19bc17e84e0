// The host's -1 is less than 64 as a signed number, and nothing is launched.
// expect: race-free
__global__ void scatter(int *a, int n) {
  a[static_cast<int>(threadIdx.x) % n] = threadIdx.x;
}
static void run(int *a, int n) {
  if (n < 64) return;
  scatter<<<1, 64>>>(a, n);
}
int main() {
  int *a;
  cudaMalloc(&a, 256);
  run(a, -1);
  run(a, 64);
  return cudaDeviceSynchronize();
}
