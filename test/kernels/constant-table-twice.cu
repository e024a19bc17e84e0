// Two entries of the table are the same.
// expect: intra-warp-race line 6 with line 6
// launch: grid 1 block 4
__constant__ const int order[4] = {3, 1, 0, 1};
__global__ void scatter(int *out) {
  out[order[threadIdx.x]] = threadIdx.x;
}
