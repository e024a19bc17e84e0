// Rows may be shorter than they are wide: what is added is signed, and only the sum is read as unsigned.
// expect: conditional: strided(out, width, more)
// expect: possible inter-block-race line 6 with line 6
__global__ void filled(float *out, int width, int more) {
  const unsigned stride = unsigned(width + more);
  for (unsigned i = threadIdx.x; i < unsigned(width); i += blockDim.x) out[blockIdx.x * stride + i] = 1 + i;
}
