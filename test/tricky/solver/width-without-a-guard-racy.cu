// Nothing keeps x below w: with w = 32, thread (32, 0) and thread (0, 1) both write a[32].
// expect: racy line 7 with line 7
// launch: grid 1,64 block 64
__global__ void number(int *a, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  if (y < h) a[y * w + x] = x;
}
