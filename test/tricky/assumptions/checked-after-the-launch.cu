// The check comes before the launch.
// expect: race-free
#include <cassert>
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
static void run(int *a, unsigned n) {
  assert(n >= 64);
  scatter<<<1, 64>>>(a, n);
}
int main(int argc, char **argv) {
  int *a;
  cudaMalloc(&a, 4096 * sizeof(int));
  run(a, 64 * argc);
  return cudaDeviceSynchronize();
}
