// All threads read order[…] before anybody asks whether `order` is null: no launch passes null for it, and the race of a stride that is
// too short is executed.
// expect: conditional: strided(out, stride, plane)
// expect: possible inter-block-race line 12 with line 12
// expect: possible inter-block-race line 10 with line 12
__global__ void gather(const int *order, const float *in, float *out, int n, int stride, int plane) {
  int i = threadIdx.x, row = blockIdx.x;
  int from = order[row];
  int to = order ? from : row;
  float kept = out[i * stride + row + blockIdx.y * plane];
  if (i < n)
    out[i * stride + row + blockIdx.y * plane] = kept + in[to];
}
