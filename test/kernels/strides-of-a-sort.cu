// One step of a bitonic sort, for any stride that the host's loops come to: each is a power of two, and `i & (stride - 1)` a remainder.
// expect: race-free
__global__ void exchange(unsigned *key, unsigned stride) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned at = 2 * i - (i & (stride - 1));
  unsigned a = key[at], b = key[at + stride];
  key[at] = min(a, b);
  key[at + stride] = max(a, b);
}
void sort(unsigned *key, unsigned length) {
  for (unsigned size = 2; size <= length; size <<= 1)
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) exchange<<<length / 512, 256>>>(key, stride);
}
