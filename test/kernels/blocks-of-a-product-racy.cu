// expect: possible inter-block-race line 10 with line 13
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/blocks-of-a-product-racy.cu:10); a possible inter-block-race was neither proved nor ruled out (test/kernels/blocks-of-a-product-racy.cu:11); a possible inter-block-race was neither proved nor ruled out (test/kernels/blocks-of-a-product-racy.cu:12)
// expect: possible inter-block-race line 12 with line 13
// expect: possible inter-block-race line 11 with line 13
// The twin of blocks-of-a-product.cu: the high key goes to the place that the next thread reads.
__global__ void mergePass(unsigned *keys, unsigned size, unsigned stride) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned at = 2 * i - (i & (stride - 1));
  if ((i & (size / 2 - 1)) >= stride) {
    unsigned low = keys[at - stride];
    unsigned high = keys[at];
    keys[at - stride] = min(low, high);
    keys[at + 1] = max(low, high);
  }
}

void merge(unsigned *keys, unsigned length, unsigned batches) {
  for (unsigned size = 2048; size <= length; size <<= 1) {
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      mergePass<<<(batches * length) / 512, 256>>>(keys, size, stride);
    }
  }
}
