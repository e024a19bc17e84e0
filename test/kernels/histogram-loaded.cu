// Elements that fall into one bin are what a histogram is for: it needs an atomic, also with a weight for each.
// expect: inter-block-race line 7 with line 7
// expect: inter-block-race line 8 with line 8
__global__ void count(const int *bin, const float *weight, int *bins, float *weights, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  bins[bin[i]]++;
  weights[bin[i]] += weight[i];
}

void launch(const int *bin, const float *weight, int *bins, float *weights, int n) {
  count<<<(n + 255) / 256, 256>>>(bin, weight, bins, weights, n);
}
