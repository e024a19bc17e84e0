// The chunk ends before the next one begins.
// expect: race-free
// launch: grid 4 block 64
__global__ void number(int *a) {
  int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = first; i < first + 4; i++) a[i] = first;
}
