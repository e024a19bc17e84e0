// With three arguments on the command line both indices are 1: thread 0 writes buffer[1][0], and thread 63 reads it.
// expect: racy line 4 with line 4
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main(int argc, char **argv) {
  int *buffer[2];
  cudaMalloc(&buffer[0], 64 * sizeof(int));
  cudaMalloc(&buffer[1], 64 * sizeof(int));
  int from = argc & 1;
  int to = (argc >> 1) & 1;
  reverse<<<1, 64>>>(buffer[to], buffer[from]);
  return cudaDeviceSynchronize();
}
