// Where the row ends is left to the launch; but of three neighbours in one row two write the same element, whatever the rows are.
// expect: intra-block-race line 6 with line 6
__global__ void spread(float *out, const float *in, int width) {
  int x = threadIdx.x;
  int y = blockIdx.x;
  out[y * width + x + (x % 2)] = in[x];
}
