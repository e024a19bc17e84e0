// Nothing is proved by facts that no launch meets.
// expect: intra-block-race line 8 with line 8
// launch: grid 1 block 64

// gpurace: assume n > 40
// gpurace: assume n < 9
__global__ void scatter(int *a, unsigned n) {
  a[threadIdx.x % n] = threadIdx.x;
}
