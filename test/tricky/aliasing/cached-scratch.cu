// The function allocates every time.
// expect: race-free
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
static int *scratch() {
  int *memory = nullptr;
  cudaMalloc(&memory, 64 * sizeof(int));
  return memory;
}
int main() {
  int *out = scratch();
  int *in = scratch();
  reverse<<<1, 64>>>(out, in);
  return cudaDeviceSynchronize();
}
