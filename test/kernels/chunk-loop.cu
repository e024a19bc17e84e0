// Each thread owns a run of elements; the bound is one too far.
// expect: inter-block-race line 7 with line 7
// launch: grid 4 block 64
__global__ void fill(int *a) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  for (int i = first; i <= first + 8; i++) {
    a[i] = first;
  }
}
