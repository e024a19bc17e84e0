// The planes lie in each other with an index and without one.
// expect: inter-block-race line 10 with line 10
__global__ void scale(const int *chosen, const float *in, float *out, int n) {
  int row = blockIdx.y, plane = chosen ? 0 : blockIdx.z;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = in[i];
  if (chosen) x *= chosen[row];
  out[(plane + row) * n + i] = x + blockIdx.z;
}
