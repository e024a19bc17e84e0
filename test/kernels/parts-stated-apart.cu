// How far apart two parts of one allocation lie hangs on a product; that they do not overlap is stated.
// expect: race-free
// gpurace: assume disjoint(next, now) && disjoint(next, bias)
__global__ void step(float *next, const float *now, const float *bias, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) next[i] = now[i] + bias[i % 32];
}

void launch(int n, int heads, int steps) {
  float *memory;
  cudaMalloc(&memory, (2 * n + heads * steps + 32) * sizeof(float));
  float *now = memory + n + heads * steps;
  step<<<(n + 255) / 256, 256>>>(memory, now, now + n, n);
}
