// Two pointers that come from memory may differ, and may be the same: nothing but memory says which.
// launch: grid 1 block 64
// expect: possible intra-block-race line 6 with line 6
// expect: inconclusive: a possible intra-block-race was neither proved nor ruled out (test/kernels/pointers-loaded-compared.cu:6)
__global__ void mark(int *out, int *const *pointers) {
  if (pointers[0] != pointers[1]) out[0] = threadIdx.x;
}
