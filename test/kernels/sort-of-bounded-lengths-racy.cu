// Of the length it is only known that it is at most 1024; strides of one less are no power of two, and two threads come to one element.
// expect: intra-block-race line 16 with line 17
// expect: intra-block-race line 16 with line 18
// expect: possible intra-block-race line 17 with line 18
// expect: intra-block-race line 17 with line 17
// expect: intra-block-race line 18 with line 18
__global__ void sortRows(unsigned *to, const unsigned *from, unsigned length) {
  __shared__ unsigned keys[1024];
  unsigned t = threadIdx.x;
  keys[t] = from[1024 * blockIdx.x + t];
  keys[t + 512] = from[1024 * blockIdx.x + t + 512];
  for (unsigned size = 2; size <= length; size <<= 1) {
    for (unsigned half = size / 2; half > 0; half >>= 1) {
      __syncthreads();
      unsigned at = 2 * t - (t & half);
      unsigned low = min(keys[at], keys[at + half]), high = max(keys[at], keys[at + half]);
      keys[at] = (t & size / 2) == 0 ? low : high;
      keys[at + half] = (t & size / 2) == 0 ? high : low;
    }
  }
  __syncthreads();
  to[1024 * blockIdx.x + t] = keys[t];
  to[1024 * blockIdx.x + t + 512] = keys[t + 512];
}

void sortAll(const unsigned *from, unsigned length) {
  unsigned *to;
  cudaMalloc(&to, 65536 * sizeof(unsigned));
  if (length >= 2 && length <= 1024) sortRows<<<64, 512>>>(to, from, length);
}
