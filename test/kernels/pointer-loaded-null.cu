// A pointer that comes from memory may be null.
// launch: grid 1 block 64
// expect: intra-block-race line 5 with line 5
__global__ void mark(int *out, int *const *pointers) {
  if (pointers[0] == nullptr) out[0] = threadIdx.x;
}
