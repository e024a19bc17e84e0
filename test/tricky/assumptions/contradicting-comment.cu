// The comment's two facts hold together.
// expect: race-free
// launch: grid 1 block 64
// gpurace: assume n >= 64 && n % 4 == 0
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
