// 2^40 + t is another number for every t.
// expect: race-free
// launch: grid 4 block 64
__global__ void number(char *a) {
  unsigned long long far = (1ull << 40) + blockIdx.x * blockDim.x + threadIdx.x;
  a[far] = 1;
}
