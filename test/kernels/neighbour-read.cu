// A thread reads what its neighbour overwrites.
// expect: inter-block-race line 7 with line 8
// launch: grid 4 block 64
__global__ void shift(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) {
    int next = a[i + 1];
    a[i] = next;
  }
}
