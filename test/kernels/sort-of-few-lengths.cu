// The host sorts rows of 64, 128, … 1024 elements: which strides there are hangs on that length, and each of the five is gone through.
// expect: race-free
__global__ void sortRows(unsigned *to, const unsigned *from, unsigned length) {
  __shared__ unsigned keys[1024];
  unsigned t = threadIdx.x;
  keys[t] = from[1024 * blockIdx.x + t];
  keys[t + 512] = from[1024 * blockIdx.x + t + 512];
  for (unsigned half = length / 2; half > 0; half >>= 1) {
    __syncthreads();
    unsigned at = 2 * t - (t & (half - 1));
    unsigned low = min(keys[at], keys[at + half]), high = max(keys[at], keys[at + half]);
    keys[at] = low;
    keys[at + half] = high;
  }
  __syncthreads();
  to[1024 * blockIdx.x + t] = keys[t];
  to[1024 * blockIdx.x + t + 512] = keys[t + 512];
}

void sortAll(const unsigned *from, unsigned most) {
  unsigned *to;
  cudaMalloc(&to, 65536 * sizeof(unsigned));
  for (unsigned length = 64; length <= most; length *= 2) {
    if (length <= 1024) sortRows<<<64, 512>>>(to, from, length);
  }
}
