// The index is held within the array, so the last threads share an element.
// expect: inter-block-race line 6 with line 6
// launch: grid 4 block 64
__global__ void fill(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[min(i, n - 1)] = i;
}
