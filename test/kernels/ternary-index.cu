// Two ways to compute an index that do not meet.
// expect: race-free
// launch: grid 4 block 64
__global__ void fill(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[threadIdx.x < 32 ? 2 * i : 2 * i + 1] = i;
}
