// The two indices are never the same, whatever the command line says.
// expect: race-free
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main(int argc, char **argv) {
  int *buffer[2];
  cudaMalloc(&buffer[0], 64 * sizeof(int));
  cudaMalloc(&buffer[1], 64 * sizeof(int));
  int from = argc & 1;
  int to = 1 - from;
  reverse<<<1, 64>>>(buffer[to], buffer[from]);
  return cudaDeviceSynchronize();
}
