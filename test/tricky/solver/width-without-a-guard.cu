// x is kept below w.
// expect: race-free
// launch: grid 1,64 block 64
__global__ void number(int *a, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  if (x < w && y < h) a[y * w + x] = x;
}
