// Two parts of one allocation: they meet only where there are fewer than no heads, which nobody states.
// expect: conditional: disjoint(next, now)
// expect: possible inter-block-race line 6 with line 6
__global__ void step(float *next, const float *now, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) next[i] = now[i] * 2;
}

void launch(int n, int heads, int steps) {
  float *memory;
  cudaMalloc(&memory, (2 * n + heads * steps) * sizeof(float));
  step<<<(n + 255) / 256, 256>>>(memory, memory + n + heads * steps, n);
}
