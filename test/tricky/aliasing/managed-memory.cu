// Two managed buffers.
// expect: race-free
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *data = nullptr;
  cudaMallocManaged(&data, 64 * sizeof(int));
  int *copy = data;
  cudaMallocManaged(&copy, 64 * sizeof(int));
  reverse<<<1, 64>>>(copy, data);
  return cudaDeviceSynchronize();
}
