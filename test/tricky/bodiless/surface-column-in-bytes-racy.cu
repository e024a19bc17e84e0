// A surface's column counts bytes: the words at x and x + 1 overlap, and threads 0 and 1 both write byte 1.
// expect: racy
// launch: grid 8 block 64
__global__ void paint(cudaSurfaceObject_t surface) {
  surf2Dwrite<int>(1, surface, threadIdx.x, blockIdx.x);
}
