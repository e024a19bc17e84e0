// Beyond the edge all threads write the last texel; how wide the surface is, nobody knows.
// expect: possible intra-block-race line 6 with line 6
// expect: inconclusive: a possible intra-block-race was neither proved nor ruled out (test/kernels/surface-clamped-racy.cu:6)
// launch: grid 1 block 64
__global__ void paint(cudaSurfaceObject_t image) {
  surf1Dwrite((int)threadIdx.x, image, threadIdx.x * 4, cudaBoundaryModeClamp);
}
