// From the second round on, both may be one: a store at an index that nobody knows puts the input where the output stands.
// expect: conditional: disjoint(out, in)
// expect: possible inter-block-race line 6 with line 6
__global__ void shift(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1];
}
int next(int round);
int main(int argc, char **argv) {
  int n = 1 << 20;
  float *outputs[8], *input;
  cudaMalloc(&input, n * sizeof(float));
  for (int i = 0; i < 8; i++) cudaMalloc(&outputs[i], n * sizeof(float));
  for (int round = 0; round < argc; round++) {
    shift<<<n / 256, 256>>>(outputs[0], input, n);
    outputs[next(round)] = input;
  }
}
