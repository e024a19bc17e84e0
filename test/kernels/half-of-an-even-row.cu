// The same with the half of the row itself, which is one of the halves only if the row is even.
// expect: conditional: columns % 2 == 0
// expect: possible inter-block-race line 10 with line 11
__global__ void split(const float2 *in, float *out, int columns) {
  const int pair = blockDim.x * blockIdx.x + threadIdx.x;
  if (2 * pair >= columns)
    return;
  const float2 both = in[pair];
  if (columns > 1) {
    out[pair] = both.x;
    out[columns / 2 + pair] = both.y;
  }
}
