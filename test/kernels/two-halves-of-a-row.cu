// A pair of elements becomes two, half a row apart; where the second half begins is an argument of its own.
// expect: conditional: columns <= half * 2
// expect: possible inter-block-race line 9 with line 10
__global__ void split(const float2 *in, float *out, int columns, int half) {
  const int pair = blockDim.x * blockIdx.x + threadIdx.x;
  if (2 * pair >= columns)
    return;
  const float2 both = in[pair];
  out[pair] = both.x;
  out[half + pair] = both.y;
}
