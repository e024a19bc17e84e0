// In one instance of a template all blocks store to the same places, and its launch may have any stride. The other instance has rows that a
// stride keeps apart.
// expect: inter-block-race line 8 with line 8
// expect: conditional: stride >= 128
// expect: possible inter-block-race line 8 with line 8
template <bool rows> __global__ void copy(const float *in, float *out, int stride) {
  int at = rows ? blockIdx.x * stride + threadIdx.x : threadIdx.x;
  out[at] = in[blockIdx.x * blockDim.x + threadIdx.x];
}
void launch(const float *in, float *out, int blocks, int stride, bool rows) {
  if (!rows) copy<false><<<blocks, 128>>>(in, out, stride);
  else copy<true><<<blocks, 128>>>(in, out, stride);
}
