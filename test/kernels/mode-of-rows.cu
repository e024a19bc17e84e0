// In one of its modes all blocks along z write the same rows.
// expect: conditional: mode != 2
// expect: possible inter-block-race line 10 with line 10
__global__ void scale(const float *in, float *out, int n, int mode) {
  int row = blockIdx.y;
  int plane = mode == 2 ? 0 : blockIdx.z;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[(plane * gridDim.y + row) * n + i] = in[i] + blockIdx.z;
}
