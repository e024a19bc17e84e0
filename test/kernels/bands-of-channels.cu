// Each row of coefficients has one for each channel in each band, and nine bands are read.
// expect: conditional: bands >= 9
// expect: possible intra-block-race line 13 with line 14
__global__ void summed(const float *coefficients, float *out, int rows, int bands, int channels) {
  extern __shared__ float shared[];
  float *sums = shared + 64 * bands * channels;
  for (int i = threadIdx.x; i < 64 * bands * channels; i += blockDim.x) shared[i] = coefficients[i];
  __syncthreads();
  const int row = threadIdx.x;
  if (row < 64) {
    const float *own = shared + row * bands * channels;
    for (int channel = 0; channel < channels; ++channel)
      sums[row * channels + channel] =
          own[channel] + own[3 * channels + channel] + own[8 * channels + channel];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 64 * channels; i += blockDim.x) out[blockIdx.x * 64 * channels + i] = sums[i];
}
