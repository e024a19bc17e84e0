// A thread reads its left neighbour's texel, which that one writes.
// expect: inter-block-race line 6 with line 7
// launch: grid 4 block 64
__global__ void smear(cudaSurfaceObject_t image) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int left = x == 0 ? 0 : surf1Dread<int>(image, (x - 1) * 4);
  surf1Dwrite(left + 1, image, x * 4);
}
