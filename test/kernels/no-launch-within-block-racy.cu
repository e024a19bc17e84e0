// No launch is known: a grid of several blocks may be none that anybody makes, but every block shows the race of two neighbours.
// expect: intra-warp-race line 4 with line 4
__global__ void pairs(int *out) {
  out[threadIdx.x / 2] = threadIdx.x;
}
