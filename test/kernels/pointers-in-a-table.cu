// A pyramid: each level is memory of its own, and the table of them is filled level by level.
// expect: race-free
__global__ void shrink(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[2 * i] + in[2 * i + 1];
}
void pyramid(int levels, int size) {
  float **level = new float *[levels];
  int last = levels - 1;
  cudaMalloc(level + last, size * sizeof(float));
  for (; last > 0; last--) {
    size /= 2;
    cudaMalloc(&level[last - 1], size * sizeof(float));
    shrink<<<(size + 255) / 256, 256>>>(level[last - 1], level[last], size);
  }
  for (int i = 0; i < levels; i++) cudaFree(level[i]);
  delete[] level;
}
