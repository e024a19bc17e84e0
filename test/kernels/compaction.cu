// Where the elements that are kept go is loaded: that two of them go to one place takes sums that nobody has.
// expect: conditional: distinct(places if kept)
// expect: possible inter-block-race line 6 with line 6
__global__ void keep(const float *in, const int *kept, const int *places, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && kept[i]) out[places[i]] = in[i];
}

void launch(const float *in, const int *kept, const int *places, float *out, int n) {
  keep<<<(n + 255) / 256, 256>>>(in, kept, places, out, n);
}
