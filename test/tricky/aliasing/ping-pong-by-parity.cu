// The buffer that is read has the parity of the round, the one that is written the other one.
// expect: race-free
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
void relax(int rounds) {
  int *buffer[2];
  for (int i = 0; i < 2; i++) cudaMalloc(&buffer[i], 64 * sizeof(int));
  for (int i = 0; i < rounds; i++) reverse<<<1, 64>>>(buffer[(i + 1) % 2], buffer[i % 2]);
}
int main() {
  relax(10);
  return cudaDeviceSynchronize();
}
