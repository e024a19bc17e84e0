// Two parts of one allocation, the second of which begins before the first ends.
// expect: inter-block-race line 5 with line 5
__global__ void step(float *next, const float *now, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) next[i] = now[i] * 2;
}

void launch(int n, int heads, int steps) {
  if (heads < 1 || steps < 1) return;
  float *memory;
  cudaMalloc(&memory, (2 * n + heads * steps) * sizeof(float));
  step<<<(n + 255) / 256, 256>>>(memory, memory + n - heads * steps, n);
}
