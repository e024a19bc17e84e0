// With an index, all blocks along z write the same rows; without one, each has planes of its own. What the launch passes is not in sight.
// expect: conditional: chosen == nullptr
// expect: possible inter-block-race line 11 with line 11
__global__ void scale(const int *chosen, const float *in, float *out, int n) {
  int row = blockIdx.y, plane = chosen ? 0 : blockIdx.z;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = in[i];
  if (chosen) x *= chosen[row];
  out[(plane * gridDim.y + row) * n + i] = x + blockIdx.z;
}
