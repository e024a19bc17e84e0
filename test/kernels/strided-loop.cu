// Each thread steps through the array by the number of threads of its only block.
// expect: race-free
// launch: grid 1 block 64
__global__ void fill(int *a, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] = i;
}
