// Six bits reversed are six bits; five of them are not enough for 64 threads.
// expect: intra-block-race line 9 with line 9
// launch: grid 1 block 64
__global__ void six(int *s) {
  s[__brev(threadIdx.x) >> 26] = threadIdx.x;
}
__global__ void five(int *s) {
  unsigned t = threadIdx.x;
  s[__brev(t) >> 27] = t;
}
