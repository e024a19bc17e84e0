// The output and the second input may overlap: what is stated of the first says nothing of that.
// expect: conditional: disjoint(next, bias)
// expect: possible inter-block-race line 7 with line 7
// gpurace: assume disjoint(next, now)
__global__ void step(float *next, const float *now, const float *bias, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) next[i] = now[i] + bias[i];
}

void launch(int n, int heads, int steps) {
  float *memory;
  cudaMalloc(&memory, (3 * n + heads * steps) * sizeof(float));
  float *now = memory + n + heads * steps;
  step<<<(n + 255) / 256, 256>>>(memory, now, now + heads * n, n);
}
