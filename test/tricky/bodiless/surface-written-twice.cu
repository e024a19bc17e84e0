// Each thread writes a word of its own.
// expect: race-free
// launch: grid 1 block 64
__global__ void paint(cudaSurfaceObject_t surface) {
  surf1Dwrite<int>(threadIdx.x, surface, threadIdx.x * sizeof(int));
}
