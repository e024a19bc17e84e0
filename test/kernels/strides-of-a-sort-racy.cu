// The partner is one place too near: it is the next one's own place, where the stride is two.
// expect: inter-block-race line 8 with line 9
// expect: possible intra-block-race line 8 with line 10
// expect: possible intra-warp-race line 9 with line 10
__global__ void exchange(unsigned *key, unsigned stride) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned at = 2 * i - (i & (stride - 1));
  unsigned a = key[at], b = key[at + stride - 1];
  key[at] = min(a, b);
  key[at + stride - 1] = max(a, b);
}
void sort(unsigned *key, unsigned length) {
  for (unsigned size = 2; size <= length; size <<= 1)
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) exchange<<<length / 512, 256>>>(key, stride);
}
