// A level is shrunk in its own memory.
// expect: inter-block-race line 5 with line 5
__global__ void shrink(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[2 * i] + in[2 * i + 1];
}
void pyramid(int levels) {
  int size = 1 << 20;
  float **level = new float *[levels];
  int last = levels - 1;
  cudaMalloc(level + last, size * sizeof(float));
  for (; last > 0; last--) {
    cudaMalloc(&level[last - 1], size * sizeof(float));
    shrink<<<size / 256, 256>>>(level[last], level[last], size / 2);
  }
}
