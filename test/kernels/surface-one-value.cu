// All blocks write the same number to the same texels.
// expect: possible inter-block-race line 6 with line 6
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/surface-one-value.cu:6)
// launch: grid 4 block 64
__global__ void clear(cudaSurfaceObject_t image) {
  surf1Dwrite(7, image, threadIdx.x * 4);
}
