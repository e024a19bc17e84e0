// The same buffers stand in two tables, in another order.
// expect: conditional: disjoint(out, in)
// expect: possible inter-block-race line 6 with line 6
__global__ void shift(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1];
}
void run(int count, int n) {
  float **forwards = new float *[count], **backwards = new float *[count];
  for (int i = 0; i < count; i++) {
    float *buffer;
    cudaMalloc(&buffer, n * sizeof(float));
    forwards[i] = buffer;
    backwards[count - 1 - i] = buffer;
  }
  for (int i = 1; i < count; i++) shift<<<(n + 255) / 256, 256>>>(forwards[i], backwards[i - 1], n);
}
