// What the round before has found in the table may be what this one finds.
// expect: conditional: disjoint(out, in)
// expect: possible inter-block-race line 6 with line 6
__global__ void shift(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1];
}
void run(int count, int n) {
  float **buffer = new float *[count];
  for (int i = 0; i < count; i++) cudaMalloc(&buffer[i], n * sizeof(float));
  float *before = buffer[0];
  for (int i = 1; i < 2 * count; i++) {
    shift<<<(n + 255) / 256, 256>>>(buffer[i / 2], before, n);
    before = buffer[i / 2];
  }
}
