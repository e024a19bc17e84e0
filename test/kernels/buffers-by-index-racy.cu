// In every round the two are one buffer.
// expect: intra-block-race line 4 with line 4
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
void run(int rounds) {
  int *buffer[2];
  for (int i = 0; i < 2; i++) cudaMalloc(&buffer[i], 256);
  for (int i = 0; i < rounds; i++) reverse<<<1, 64>>>(buffer[(i + 2) % 2], buffer[i % 2]);
}
