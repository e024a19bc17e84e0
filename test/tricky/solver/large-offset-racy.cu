// Halved, 2^40 + t is the same for t = 0 and t = 1.
// expect: racy line 6 with line 6
// launch: grid 4 block 64
__global__ void number(char *a) {
  unsigned long long far = (1ull << 40) + blockIdx.x * blockDim.x + threadIdx.x;
  a[far / 2] = 1;
}
