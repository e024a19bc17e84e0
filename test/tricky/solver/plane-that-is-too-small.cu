// A plane has w times h words.
// expect: race-free
// launch: grid 1,1,4 block 8,8
__global__ void number(int *a, int w, int h, int d) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z;
  if (x >= w || y >= h || z >= d) return;
  a[z * (w * h) + y * w + x] = x;
}
