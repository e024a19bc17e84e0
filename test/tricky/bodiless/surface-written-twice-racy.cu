// Threads 0 and 1 both write the surface's first word.
// expect: racy
// launch: grid 1 block 64
__global__ void paint(cudaSurfaceObject_t surface) {
  surf1Dwrite<int>(threadIdx.x, surface, threadIdx.x / 2 * sizeof(int));
}
