// expect: race-free
// A pass of a merging network. That `at - stride` does not wrap takes that `batches * length` fits into 32 bits, as the host's own
// arithmetic does: that is a bound for the number of blocks.
__global__ void mergePass(unsigned *keys, unsigned size, unsigned stride) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned at = 2 * i - (i & (stride - 1));
  if ((i & (size / 2 - 1)) >= stride) {
    unsigned low = keys[at - stride];
    unsigned high = keys[at];
    keys[at - stride] = min(low, high);
    keys[at] = max(low, high);
  }
}

void merge(unsigned *keys, unsigned length, unsigned batches) {
  for (unsigned size = 2048; size <= length; size <<= 1) {
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      mergePass<<<(batches * length) / 512, 256>>>(keys, size, stride);
    }
  }
}
