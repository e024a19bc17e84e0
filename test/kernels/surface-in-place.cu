// Within a block a barrier lies between reading the neighbour's texel and writing one's own.
// expect: race-free
// launch: grid 4 block 64
__global__ void smear(cudaSurfaceObject_t image) {
  int x = threadIdx.x;
  int left = x == 0 ? 0 : surf2Dread<int>(image, (x - 1) * 4, blockIdx.x);
  __syncthreads();
  surf2Dwrite(left + 1, image, x * 4, blockIdx.x);
}
