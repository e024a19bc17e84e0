// `fail` tells of the mistake and ends the program.
// expect: race-free
#include <cstdio>
#include <cstdlib>
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static void fail(const char *what) {
  fprintf(stderr, "%s\n", what);
  exit(1);
}
#define CHECK(what) ((what) ? (void)0 : fail(#what))
static void run(int *a, int size) {
  CHECK(size <= 64);
  fold<<<1, size>>>(a);
}
int main(int argc, char **argv) {
  int *a;
  cudaMalloc(&a, 256 * sizeof(int));
  run(a, 16 * argc);
  return cudaDeviceSynchronize();
}
