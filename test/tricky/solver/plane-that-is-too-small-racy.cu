// A plane is counted one word short: with w = 4 and h = 2, (0, 0, 1) writes word 7, and so does (3, 1, 0).
// expect: racy line 9 with line 9
// launch: grid 1,1,4 block 8,8
__global__ void number(int *a, int w, int h, int d) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z;
  if (x >= w || y >= h || z >= d) return;
  a[z * (w * h - 1) + y * w + x] = x;
}
