// The check comes after the launch: with 32, threads 0 and 32 have both written a[0] by then.
// expect: racy line 5 with line 5
#include <cassert>
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
static void run(int *a, unsigned n) {
  scatter<<<1, 64>>>(a, n);
  assert(n >= 32);
}
int main(int argc, char **argv) {
  int *a;
  cudaMalloc(&a, 4096 * sizeof(int));
  run(a, 32 * argc);
  return cudaDeviceSynchronize();
}
