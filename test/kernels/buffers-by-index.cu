// The two buffers take turns by the number of the round.
// expect: race-free
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
void run(int rounds) {
  int *buffer[2];
  for (int i = 0; i < 2; i++) cudaMalloc(&buffer[i], 256);
  for (int i = 0; i < rounds; i++) reverse<<<1, 64>>>(buffer[(i + 1) % 2], buffer[i % 2]);
}
