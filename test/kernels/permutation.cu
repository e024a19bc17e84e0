// Each element goes where a permutation says: only one that names a place twice makes a race.
// expect: conditional: distinct(order)
// expect: possible inter-block-race line 6 with line 6
__global__ void permute(const float *in, const int *order, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[order[i]] = in[i];
}

void launch(const float *in, const int *order, float *out, int n) {
  permute<<<(n + 255) / 256, 256>>>(in, order, out, n);
}
