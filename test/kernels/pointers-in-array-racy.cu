// Through the array or by its name, it is one buffer.
// expect: inter-block-race line 7 with line 8
// launch: grid 2 block 64
__global__ void shift(int *a, int *b, int which) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int *buffers[2] = {a, b};
  buffers[which][i] = i;
  a[i + 1] = 0;
}
