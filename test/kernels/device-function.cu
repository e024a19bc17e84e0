// The access lies in a function that the kernel calls.
// expect: inter-block-race line 5 with line 5
// launch: grid 4 block 64
__device__ void put(int *a, int i, int value) {
  a[i / 2] = value;
}
__global__ void fill(int *a) {
  int i = threadIdx.x * gridDim.x + blockIdx.x;
  put(a, i, i);
}
