// The pointer moves through the array instead of the index.
// expect: race-free
// launch: grid 4 block 64
__global__ void fill(int *a) {
  int *end = a + gridDim.x * blockDim.x * 4;
  for (int *p = a + blockIdx.x * blockDim.x + threadIdx.x; p < end; p += gridDim.x * blockDim.x) *p = 7 + threadIdx.x;
}
