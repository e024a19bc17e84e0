// Every lane of a row adds up the same numbers, and stores the sum where the others do.
// expect: conditional: idempotent(sums)
// expect: possible intra-warp-race line 15 with line 15
__global__ void sums_of_rows(const float *in, const float *weights, float *out, float *sums, int n) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  float sum = 0, most = -1e30f;
  for (int i = 0; i < n; i++) {
    float x = in[row * n + i] * weights[i];
    sum += x;
    most = fmaxf(most, x);
  }
  // More than one loop may have to do with it.
  for (int i = 0; i < n; i++) sum = sum * 0.5f + expf(in[row * n + i] - most);
  out[row * 32 + threadIdx.x] = most;
  sums[row] = sum / most;
}
void launch(const float *in, const float *weights, float *out, float *sums, int rows, int n) {
  sums_of_rows<<<rows, dim3(32, 8)>>>(in, weights, out, sums, n);
}
