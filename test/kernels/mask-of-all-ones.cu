// A mask may be negative: it is no size. With one that is -1 each thread has its own element, with 0 all have the first.
// expect: intra-block-race line 4 with line 4
__global__ void scatter(int *out, int mask) {
  out[(threadIdx.x & (unsigned)mask)] = threadIdx.x;
}

void go(int *out, int mask) { scatter<<<1, 128>>>(out, mask); }
