// The step is that of one block, but there are several: all of them write everything.
// expect: inter-block-race line 6 with line 6
// launch: grid 4 block 64
__global__ void fill(int *a, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    a[i] = blockIdx.x;
  }
}
