// The host's -1 is 2^32 - 1 as unsigned: everything passes, and thread t % -1 is 0 for all, so all write a[0].
// expect: racy line 4 with line 4
__global__ void scatter(int *a, int n) {
  a[static_cast<int>(threadIdx.x) % n] = threadIdx.x;
}
static void run(int *a, int n) {
  if (static_cast<unsigned>(n) < 64) return;
  scatter<<<1, 64>>>(a, n);
}
int main() {
  int *a;
  cudaMalloc(&a, 256);
  run(a, -1);
  run(a, 64);
  return cudaDeviceSynchronize();
}
