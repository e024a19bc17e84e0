// Each thread writes three channels of its pixel: with fewer in memory they are those of the next pixel.
// expect: conditional: channels >= 3
// expect: possible inter-block-race line 12 with line 12
// expect: possible inter-block-race line 12 with line 13
// expect: possible inter-block-race line 12 with line 14
// expect: possible inter-block-race line 13 with line 13
// expect: possible inter-block-race line 13 with line 14
// expect: possible inter-block-race line 14 with line 14
__global__ void grey(const float *in, float *out, int pixels, int channels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pixels) return;
  out[i * channels] = in[i];
  out[i * channels + 1] = in[i];
  out[i * channels + 2] = in[i];
}
