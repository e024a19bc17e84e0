// The table is a permutation of 0 to 3.
// expect: race-free
// launch: grid 1 block 4
__constant__ const int order[4] = {3, 1, 0, 2};
__global__ void scatter(int *out) {
  out[order[threadIdx.x]] = threadIdx.x;
}
