// A surface's column counts bytes, and each thread has four of its own.
// expect: race-free
// launch: grid 8 block 64
__global__ void paint(cudaSurfaceObject_t surface) {
  surf2Dwrite<int>(1, surface, 4 * threadIdx.x, blockIdx.x);
}
