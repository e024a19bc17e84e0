// A store by index puts the input in the place of one of two outputs, in turn.
// expect: conditional: disjoint(out, in)
// expect: possible inter-block-race line 6 with line 6
__global__ void shift(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1];
}
void run(int rounds, int n) {
  float *outputs[2], *input;
  cudaMalloc(&input, n * sizeof(float));
  cudaMalloc(&outputs[0], n * sizeof(float));
  cudaMalloc(&outputs[1], n * sizeof(float));
  for (int i = 0; i < rounds; i++) {
    shift<<<(n + 255) / 256, 256>>>(outputs[0], input, n);
    outputs[i % 2] = input;
  }
}
