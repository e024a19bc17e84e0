// The plain read says what the first exchange expects: when it is old, the exchange fails and says what is there.
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/exchange-seed.cu:6)
// expect: possible inter-block-race line 6 with line 9
__device__ void raise(float *highest, float value) {
  unsigned *bits = (unsigned *)highest;
  unsigned old = *bits;
  while (__uint_as_float(old) < value) {
    unsigned assumed = old;
    old = atomicCAS(bits, assumed, __float_as_uint(value));
    if (old == assumed) break;
  }
}

__global__ void highest(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) raise(out, in[i]);
}

void launch(const float *in, float *out, int n) {
  highest<<<(n + 255) / 256, 256>>>(in, out, n);
}
