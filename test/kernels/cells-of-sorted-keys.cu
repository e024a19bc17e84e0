// Where the key changes from one element to the next a cell ends, and each cell ends once, as the keys are sorted.
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/cells-of-sorted-keys.cu:12)
// expect: possible inter-block-race line 12 with line 12
__global__ void ends(unsigned *cellEnd, const unsigned *keys, unsigned n) {
  __shared__ unsigned before[65];
  unsigned i = blockIdx.x * 64 + threadIdx.x;
  if (i < n) {
    before[threadIdx.x + 1] = keys[i];
    if (i > 0 && threadIdx.x == 0) before[0] = keys[i - 1];
  }
  __syncthreads();
  if (i > 0 && i < n && keys[i] != before[threadIdx.x]) cellEnd[before[threadIdx.x]] = i;
}

void launch(unsigned *cellEnd, const unsigned *keys, unsigned n) {
  ends<<<(n + 63) / 64, 64>>>(cellEnd, keys, n);
}
